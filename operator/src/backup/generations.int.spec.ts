import {
  BackupBucket,
  BackupFolder,
  type BackupLocation,
  openVerifiedBackup,
  removeOldBackups,
  restoreBackup,
  takeBackup,
} from '@waybill/backup';
import { filesDatabase } from '@waybill/files';
import { createLogger } from '@waybill/service-kit';
import { FilesystemObjectStore, type ObjectStore, openS3Store } from '@waybill/storage';
import { openDatabase } from '@waybill/database';
import {
  describeWithServer,
  startMinio,
  startPostgres,
  temporaryFolder,
  type TemporaryFolder,
  type TestDatabase,
} from '@waybill/testing';
import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const logger = createLogger('test', 'silent');
const SERIES = randomUUID();

interface OpenedPlace {
  readonly location: BackupLocation;
  /** Deletes a part of the newest backup without updating its manifest. */
  damage(): Promise<void>;
  /** Number of states, unfinished ones included. */
  countStates(): Promise<number>;
}

describe('backups of one folder', () => {
  keepsGenerations((path) => {
    const location = new BackupFolder(join(path, 'backup'));
    const damage = async () => location.objects.delete('second');
    const countStates = async () =>
      (await readdir(location.name)).filter((name) => name.startsWith('state-')).length;
    return Promise.resolve({ location, damage, countStates });
  });
});

describeWithServer('backups of one bucket', startMinio, (server) => {
  let store: ObjectStore;

  keepsGenerations(async () => {
    const { endpoint, region, accessKey, secretKey } = server();
    const bucket = `backups-${randomUUID()}`;
    store = await openS3Store({ endpoint: new URL(endpoint), region, accessKey, secretKey, bucket });
    const location = new BackupBucket(`s3://${bucket}`, store);
    const damage = async () => {
      const keys = await keysOf(store, 'state-');
      await store.delete(keys.find((key) => key.includes('secrets'))!);
    };
    const countStates = async () =>
      new Set((await keysOf(store, 'state-')).map((key) => key.split('/')[0])).size;
    return { location, damage, countStates };
  });

  it('backups end with their manifest: files without one are no backup', async () => {
    const { endpoint, region, accessKey, secretKey } = server();
    const bucket = `backups-${randomUUID()}`;
    const empty = await openS3Store({ endpoint: new URL(endpoint), region, accessKey, secretKey, bucket });
    const location = new BackupBucket(`s3://${bucket}`, empty);
    expect(await location.backups()).toEqual([]);
    await empty.put('state-2026/0-secrets-json', bytes('{}'));
    expect(await location.backups()).toEqual([]);
    await expect(openVerifiedBackup(location)).rejects.toThrow(
      `There is no backup in s3://${bucket}, or only`,
    );
  });
});

function keepsGenerations(openPlace: (folder: string) => Promise<OpenedPlace>): void {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let live: FilesystemObjectStore;
  let location: BackupLocation;
  let damage: OpenedPlace['damage'];
  let countStates: OpenedPlace['countStates'];

  beforeAll(async () => {
    database = await startPostgres();
    await (await openDatabase(database.url, filesDatabase, logger)).destroy();
  });
  afterAll(() => database.stop());

  beforeEach(async () => {
    folder = await temporaryFolder();
    live = new FilesystemObjectStore(join(folder.path, 'live'));
    ({ location, damage, countStates } = await openPlace(folder.path));
  });
  afterEach(async () => {
    await location.close();
    await folder.remove();
  });

  const backUp = async (key: string, options = {}, series: string | null = SERIES) => {
    await live.put(key, bytes(key));
    const keys = async function* () {
      yield await Promise.resolve(key);
    };
    const source = { ...parts(), series, secrets: { key }, references: { schema: 'files', keys } };
    const report = await takeBackup(source, location, options);
    await live.delete(key);
    // Delete the temporary files, as at the end of a command: the next command starts without them.
    await location.close();
    return report;
  };
  const parts = () => ({
    databaseUrl: database.url,
    services: [filesDatabase],
    bus: null,
    objects: live,
    mails: join(folder.path, 'mails'),
  });
  const newest = { count: 1, days: 0 };
  const states = async () => (await location.backups()).map(({ state }) => state);
  const restore = async (state?: string) =>
    restoreBackup(
      await openVerifiedBackup(location, state),
      {
        ...parts(),
        references: { schema: 'files', repair: () => Promise.resolve() },
        installSecrets: () => Promise.resolve(),
      },
      { force: true, logger },
    );

  it('a new backup of a bucket replaces the one before', async () => {
    await backUp('first');
    expect(await backUp('second', { retention: newest })).toMatchObject({ backups: { count: 1 }, copied: 1 });
    expect(await states()).toHaveLength(1);
    await restore();
    expect(await live.stat('second')).toMatchObject({ size: 6 });
    expect(await live.stat('first')).toBeNull();
    expect(await keysOf(location.objects, '')).toEqual(['second']);
  });

  it('backups of one bucket are kept by number, with their objects, and each can be restored', async () => {
    const retention = { count: 2, days: 0 };
    for (const key of ['first', 'second', 'third']) await backUp(key, { retention });
    const [newer, older = ''] = await states();
    expect(await states()).toHaveLength(2);
    await restore(older);
    expect(await live.stat('second')).toMatchObject({ size: 6 });
    expect(await live.stat('third')).toBeNull();
    await restore();
    expect(await live.stat('third')).toMatchObject({ size: 5 });
    const { state } = await openVerifiedBackup(location, older);
    expect(JSON.parse(await readFile(join(state, 'secrets.json'), 'utf8'))).toEqual({ key: 'second' });
    await expect(openVerifiedBackup(location, 'state-none')).rejects.toThrow(
      `There is no backup state-none in ${location.name}. There are: ${newer}, ${older}.`,
    );
  });

  it('old backups are removed without a new one, with the objects that no other backup lists', async () => {
    const retention = { count: 3, days: 0 };
    for (const key of ['first', 'second', 'third']) await backUp(key, { retention });
    const [newer] = await states();
    await location.createState(new Date());
    expect(await removeOldBackups(location, SERIES, newest, new Date())).toMatchObject({ count: 1 });
    expect([await states(), await countStates()]).toEqual([[newer], 1]);
    expect(await keysOf(location.objects, '')).toEqual(['third']);
    expect(await removeOldBackups(location, SERIES, newest, new Date())).toMatchObject({ count: 1 });
  });

  it('nothing is removed where there is no backup, such as from the store of an installation', async () => {
    await location.objects.put('file', bytes('file'));
    await expect(removeOldBackups(location, SERIES, newest, new Date())).rejects.toThrow(
      `There is no backup in ${location.name}. Nothing was removed.`,
    );
    expect(await keysOf(location.objects, '')).toEqual(['file']);
  });

  it('backups of another installation, and their objects, are never removed', async () => {
    await backUp('lost');
    const [lost = ''] = await states();
    const another = randomUUID();
    for (const key of ['first', 'second'])
      expect((await backUp(key, { retention: newest }, another)).backups).toEqual({
        count: 2,
        ofOthers: [lost],
      });
    expect(await removeOldBackups(location, another, newest, new Date())).toEqual({
      count: 2,
      ofOthers: [lost],
    });
    expect(await removeOldBackups(location, null, newest, new Date())).toMatchObject({ count: 2 });
    await restore(lost);
    expect(await live.stat('lost')).toMatchObject({ size: 4 });
    expect((await keysOf(location.objects, '')).toSorted()).toEqual(['lost', 'second']);
  });

  it('a backup without a series, as of an earlier version, is removed by that of any installation', async () => {
    await backUp('first', {}, null);
    expect((await backUp('second', { retention: newest })).backups).toEqual({ count: 1, ofOthers: [] });
  });

  it('backups of one bucket are kept by age', async () => {
    for (const key of ['first', 'second']) await backUp(key, { retention: { count: 1, days: 1 } });
    expect(await states()).toHaveLength(2);
  });

  it('backups of one bucket keep an object that the store has lost, however many follow', async () => {
    const retention = { count: 2, days: 0 };
    await backUp('first', { retention });
    const lose = jest.spyOn(live, 'stat').mockImplementation(() => Promise.resolve(null));
    for (let n = 0; n < 3; n++)
      expect(await backUp('first', { retention })).toMatchObject({
        objects: 1,
        missing: ['first'],
        saved: ['first'],
      });
    lose.mockRestore();
    await restore();
    expect(await live.stat('first')).toMatchObject({ size: 5 });
  });

  it('a backup removes what a failed one has left, even if it fails as well', async () => {
    await backUp('first', { retention: newest });
    jest.spyOn(live, 'stat').mockRejectedValue(new Error('the store is unavailable'));
    for (let n = 0; n < 3; n++) await expect(backUp('first')).rejects.toThrow('the store is unavailable');
    jest.restoreAllMocks();
    expect(await countStates()).toBeLessThanOrEqual(2);
  });

  it('two backups copy an object once', async () => {
    await backUp('first', { retention: { count: 2, days: 0 } });
    expect(await backUp('first', { retention: { count: 2, days: 0 } })).toMatchObject({
      copied: 0,
      objects: 1,
    });
  });

  it('backups of rows alone contain no objects, and keep those of other backups', async () => {
    await backUp('first', { retention: { count: 2, days: 0 } });
    expect(await backUp('second', { retention: { count: 2, days: 0 }, rowsOnly: true })).toMatchObject({
      backups: { count: 2 },
      objects: 0,
      copied: 0,
    });
    expect(await restore()).toMatchObject({ rowsOnly: true, objects: 0 });
    const [, full] = await states();
    expect(await restore(full)).toMatchObject({ rowsOnly: false, objects: 1 });
  });

  it('a restore expires no file whose object the store has again', async () => {
    const lose = jest.spyOn(live, 'stat').mockImplementation(() => Promise.resolve(null));
    expect(await backUp('first')).toMatchObject({ objects: 0, missing: ['first'] });
    lose.mockRestore();
    expect(await restore()).toMatchObject({ expired: 1 });
    await live.put('first', bytes('first'));
    expect(await restore()).toMatchObject({ expired: 0 });
  });

  it('a restore waits for connections that are being closed', async () => {
    await backUp('first');
    const ending = await openDatabase(database.url, filesDatabase, logger);
    const [restored] = await Promise.all([restore(), sleep(500).then(() => ending.destroy())]);
    expect(restored).toMatchObject({ objects: 1 });
  });

  it('a backup is refused when a part is missing', async () => {
    await backUp('second');
    await damage();
    await expect(openVerifiedBackup(location)).rejects.toThrow('The backup is damaged: ');
  });
}

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}

async function keysOf(store: Pick<ObjectStore, 'list'>, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of store.list(prefix)) keys.push(key);
  return keys;
}
