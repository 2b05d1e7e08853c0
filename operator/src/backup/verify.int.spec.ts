import { BackupFolder, openVerifiedBackup, recordBackup, takeBackup, verifyBackup } from '@waybill/backup';
import { BackupMetricsModule } from '@waybill/backup/metrics';
import { openDatabase } from '@waybill/database';
import { createLogger, metrics } from '@waybill/service-kit';
import { FilesystemObjectStore } from '@waybill/storage';
import { startPostgres, temporaryFolder, type TemporaryFolder, type TestDatabase } from '@waybill/testing';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
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
        databaseUrl: source.url,
        series: null,
        services,
        bus: null,
        secrets: {},
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

describe('metrics of the last backup', () => {
  const [time, missing] = ['waybill_backup_last_success_timestamp_seconds', 'waybill_backup_missing_objects'];
  let postgres: TestDatabase;
  let database: DataSource;
  let module: BackupMetricsModule;

  beforeEach(async () => {
    postgres = await startPostgres();
    database = await openDatabase(postgres.url, serviceSchemas[1]!, logger);
    module = new BackupMetricsModule(database);
  });
  afterEach(async () => {
    module.onApplicationShutdown();
    if (database.isInitialized) await database.destroy();
    await postgres.stop();
  });

  const record = (createdAt: string, missingObjects: number) =>
    recordBackup(postgres.url, { createdAt: new Date(createdAt), missingObjects }, logger);
  const expectMetric = async (name: string, value: number) =>
    expect(await metrics.render()).toMatch(new RegExp(`^${name} ${value}$`, 'm'));

  it('the metric of the last backup is 0 before the first one, then its time, also while the database is unavailable', async () => {
    await expectMetric(time, 0);
    await record('2026-01-01T00:00:00Z', 0);
    await record('2026-01-02T00:00:00Z', 0);
    await expectMetric(time, 1767312000);
    await database.destroy();
    await expectMetric(time, 1767312000);
  });

  it('a metric is the number of objects that the last backup did not find, also while the database is unavailable', async () => {
    await expectMetric(missing, 0);
    await record('2026-01-01T00:00:00Z', 3);
    await expectMetric(missing, 3);
    await record('2026-01-02T00:00:00Z', 2);
    await expectMetric(missing, 2);
    await database.destroy();
    await expectMetric(missing, 2);
  });

  it('the number of missing objects is 0 after a backup of a version that did not record it', async () => {
    await record('2026-01-01T00:00:00Z', 3);
    await expectMetric(missing, 3);
    await database.query('ALTER TABLE operator.last_backup DROP COLUMN missing_objects');
    await expectMetric(missing, 0);
    await expectMetric(time, 1767225600);
  });
});

async function* bytes(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from('bytes'));
}

async function* keys(key: string): AsyncGenerator<string> {
  yield await Promise.resolve(key);
}
