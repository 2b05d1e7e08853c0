import { BackupFolder, openVerifiedBackup, recordBackup, takeBackup, verifyBackup } from '@waybill/backup';
import { BackupMetricsModule } from '@waybill/backup/metrics';
import { openDatabase } from '@waybill/database';
import { createLogger, metrics } from '@waybill/service-kit';
import { FilesystemObjectStore } from '@waybill/storage';
import { startPostgres, temporaryFolder, type TemporaryFolder, type TestDatabase } from '@waybill/testing';
import { join } from 'node:path';
import { serviceSchemas } from '../schemas.js';

const logger = createLogger('test', 'silent');
const filesSchema = serviceSchemas.find(({ schema }) => schema === 'files')!;

describe('verification of a backup', () => {
  let source: TestDatabase;
  let empty: TestDatabase;
  let folder: TemporaryFolder;
  let path: string;

  beforeAll(async () => {
    [source, empty, folder] = await Promise.all([startPostgres(), startPostgres(), temporaryFolder()]);
    for (const database of serviceSchemas) {
      await (await openDatabase(source.url, database, logger)).destroy();
    }
    path = join(folder.path, 'backup');
    await new FilesystemObjectStore(join(folder.path, 'live')).put('stored', bytes());
    await backUp(serviceSchemas, path);
  });
  afterAll(() => Promise.all([source.stop(), empty.stop(), folder.remove()]));

  const backUp = (services: typeof serviceSchemas, to: string) =>
    takeBackup(
      {
        ...{ databaseUrl: source.url, services, bus: null, secrets: {} },
        objects: new FilesystemObjectStore(join(folder.path, 'live')),
        references: { schema: 'files', keys: () => keys('stored') },
        mails: join(folder.path, 'mails'),
      },
      new BackupFolder(to),
    );

  const verify = async (referenced: string, databaseUrl = empty.url, from = path) =>
    verifyBackup(
      await openVerifiedBackup(new BackupFolder(from)),
      {
        databaseUrl,
        databases: serviceSchemas,
        references: { schema: 'files', keys: () => keys(referenced) },
      },
      logger,
    );

  it('restores all rows into an empty database and finds all objects', async () => {
    expect(await verify('stored')).toMatchObject({ objects: 1 });
  });

  it('fails for a row whose object is not in the backup', async () => {
    await expect(verify('other')).rejects.toThrow('The object other is not in the backup');
  });

  it('fails for a table with another number of rows', async () => {
    const backup = await openVerifiedBackup(new BackupFolder(path));
    const [table] = backup.manifest.schemas['files']!.tables;
    table!.rows += 1;
    const target = {
      databaseUrl: empty.url,
      databases: serviceSchemas,
      references: { schema: 'files', keys: () => keys('stored') },
    };
    await expect(verifyBackup(backup, target, logger)).rejects.toThrow(
      `files.${table!.name} has ${table!.rows - 1} rows instead of ${table!.rows} after a restore.`,
    );
  });

  it('a backup of an earlier version is loaded without a table that triggers fill now', async () => {
    const database = await openDatabase(source.url, filesSchema, logger);
    await database.query(`INSERT INTO file_counts (owner_id, files) VALUES (gen_random_uuid(), 7)`);
    const earlier = serviceSchemas.map(({ localTables = [], ...service }) => ({
      ...service,
      localTables: localTables.filter((table) => table !== 'file_counts'),
    }));
    const from = join(folder.path, 'earlier');
    await backUp(earlier, from);
    await database.query('DELETE FROM file_counts');
    await database.destroy();

    await verify('stored', empty.url, from);
    const restored = await openDatabase(empty.url, filesSchema, logger);
    expect(await restored.query('SELECT FROM file_counts')).toEqual([]);
    await restored.destroy();
  });

  it('refuses a database with data', async () => {
    const database = await openDatabase(source.url, serviceSchemas[1]!, logger);
    await database.query('INSERT INTO inbox VALUES (gen_random_uuid(), now())');
    await database.destroy();
    await expect(verify('stored', source.url)).rejects.toThrow('is not empty');
  });
});

describe('metric of the last backup', () => {
  it('the metric of the last backup is 0 before the first one, then its time, also while the database is unavailable', async () => {
    const postgres = await startPostgres();
    const database = await openDatabase(postgres.url, serviceSchemas[1]!, logger);
    const module = new BackupMetricsModule(database);
    const name = 'waybill_backup_last_success_timestamp_seconds';
    try {
      expect(await metrics.render()).toMatch(new RegExp(`^${name} 0$`, 'm'));
      for (const time of ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z']) {
        await recordBackup(postgres.url, new Date(time), logger);
      }
      expect(await metrics.render()).toMatch(new RegExp(`^${name} 1767312000$`, 'm'));
      await database.destroy();
      expect(await metrics.render()).toMatch(new RegExp(`^${name} 1767312000$`, 'm'));
    } finally {
      module.onApplicationShutdown();
      if (database.isInitialized) await database.destroy();
      await postgres.stop();
    }
  });
});

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('bytes'));
}

async function* keys(key: string): AsyncGenerator<string> {
  yield await Promise.resolve(key);
}
