import { openVerifiedBackup, restoreBackup, takeBackup } from '@waybill/backup';
import { filesDatabase } from '@waybill/files';
import { createLogger } from '@waybill/service-kit';
import { FilesystemObjectStore } from '@waybill/storage';
import { openDatabase } from '@waybill/database';
import { startPostgres, temporaryFolder, type TemporaryFolder, type TestDatabase } from '@waybill/testing';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

const logger = createLogger('test', 'silent');

describe('backups of one folder', () => {
  let database: TestDatabase;
  let folder: TemporaryFolder;
  let live: FilesystemObjectStore;
  let path: string;

  beforeEach(async () => {
    [database, folder] = await Promise.all([startPostgres(), temporaryFolder()]);
    await (await openDatabase(database.url, filesDatabase, logger)).destroy();
    live = new FilesystemObjectStore(join(folder.path, 'live'));
    path = join(folder.path, 'backup');
  });
  afterEach(() => Promise.all([database.stop(), folder.remove()]));

  const backUp = async (key: string, options = {}) => {
    await live.put(key, bytes(key));
    const keys = async function* () {
      yield await Promise.resolve(key);
    };
    const source = { ...parts(), secrets: {}, references: { schema: 'files', keys } };
    const report = await takeBackup(source, path, options);
    await live.delete(key);
    return report;
  };
  const parts = () => ({
    databaseUrl: database.url,
    services: [filesDatabase],
    bus: null,
    objects: live,
    mails: join(folder.path, 'mails'),
  });
  const states = async () => (await readdir(path)).filter((name) => name.startsWith('state-')).toSorted();
  const restore = async (state?: string) =>
    restoreBackup(
      await openVerifiedBackup(path, state),
      {
        ...parts(),
        references: { schema: 'files', repair: () => Promise.resolve() },
        installSecrets: () => Promise.resolve(),
      },
      { force: true, logger },
    );

  it('are replaced by the newest one by default', async () => {
    await backUp('first');
    expect(await backUp('second')).toMatchObject({ backups: 1, copied: 1 });
    expect(await states()).toHaveLength(1);
    await restore();
    expect(await live.stat('second')).toMatchObject({ size: 6 });
    expect(await live.stat('first')).toBeNull();
  });

  it('are kept by number, with their objects, and each can be restored', async () => {
    const retention = { count: 2, days: 0 };
    for (const key of ['first', 'second', 'third']) await backUp(key, { retention });
    const [older = '', newer] = await states();
    expect(await states()).toHaveLength(2);
    await restore(older);
    expect(await live.stat('second')).toMatchObject({ size: 6 });
    expect(await live.stat('third')).toBeNull();
    await restore();
    expect(await live.stat('third')).toMatchObject({ size: 5 });
    await expect(openVerifiedBackup(path, 'state-none')).rejects.toThrow(
      `There is no backup state-none in ${path}. There are: ${newer}, ${older}.`,
    );
  });

  it('are kept by age', async () => {
    for (const key of ['first', 'second']) await backUp(key, { retention: { count: 1, days: 1 } });
    expect(await states()).toHaveLength(2);
  });

  it('contain no objects with rows only, and keep those of other backups', async () => {
    await backUp('first', { retention: { count: 2, days: 0 } });
    expect(await backUp('second', { retention: { count: 2, days: 0 }, rowsOnly: true })).toMatchObject({
      backups: 2,
      objects: 0,
      copied: 0,
    });
    expect(await restore()).toMatchObject({ rowsOnly: true, objects: 0 });
    const [full] = await states();
    expect(await restore(full)).toMatchObject({ rowsOnly: false, objects: 1 });
  });
});

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
}
