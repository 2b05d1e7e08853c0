import { BackupFolder, takeBackup } from '@waybill/backup';
import { deliveriesDatabase } from '@waybill/bus';
import { generateSecret, toEnvironment } from '@waybill/composition/data-folder';
import { openDatabase } from '@waybill/database';
import { createLogger } from '@waybill/service-kit';
import { FilesystemObjectStore } from '@waybill/storage';
import { startPostgres, temporaryFolder, type TemporaryFolder, type TestDatabase } from '@waybill/testing';
import { join } from 'node:path';
import { serviceSchemas } from '../schemas.js';
import { restore } from './restore.command.js';

const logger = createLogger('test', 'silent');
const REFUSAL =
  /^The backup has 2 undelivered events or dead letters of one machine, which cannot be restored into RabbitMQ: /;

describe('restore of one machine into servers with RabbitMQ', () => {
  let source: TestDatabase;
  let target: TestDatabase;
  let folder: TemporaryFolder;
  const former = { ...process.env };

  beforeAll(async () => {
    [source, target, folder] = await Promise.all([startPostgres(), startPostgres(), temporaryFolder()]);
    for (const database of serviceSchemas) await (await openDatabase(source.url, database, logger)).destroy();
    const bus = await openDatabase(source.url, deliveriesDatabase, logger);
    await bus.query("INSERT INTO subscription VALUES ('files', 'auth.user.deleted')");
    await bus.query(
      `INSERT INTO delivery (event_id, consumer, subject, event, died_at) VALUES
         (gen_random_uuid(), 'files', 'ada', '{}', NULL), (gen_random_uuid(), 'billing', 'ada', '{}', now())`,
    );
    await bus.destroy();
    await takeBackup(
      {
        databaseUrl: source.url,
        series: null,
        services: serviceSchemas,
        bus: deliveriesDatabase,
        objects: new FilesystemObjectStore(join(folder.path, 'objects')),
        mails: join(folder.path, 'mails'),
        secrets: toEnvironment({ sessionSecrets: [generateSecret()], encryptionKeys: [generateSecret()] }),
        references: { schema: 'files', keys: noKeys },
      },
      new BackupFolder(join(folder.path, 'backup')),
    );
    process.env['DATA_DIR'] = join(folder.path, 'data');
    process.env['DATABASE_URL'] = target.url;
    process.env['RABBITMQ_URL'] = 'amqp://127.0.0.1:1';
  });
  afterAll(async () => {
    process.env = former;
    await Promise.all([source.stop(), target.stop(), folder.remove()]);
  });

  const from = () => ['--from', join(folder.path, 'backup')];
  const schemas = async () => {
    const database = await openDatabase(target.url, deliveriesDatabase, logger);
    const rows = await database.query<{ nspname: string }[]>('SELECT nspname FROM pg_namespace');
    await database.destroy();
    return rows.map(({ nspname }) => nspname);
  };

  it('refuses a backup with undelivered events or dead letters before it changes anything', async () => {
    await expect(restore(from())).rejects.toThrow(REFUSAL);
    expect(await schemas()).not.toContain('files');
  });

  it('leaves them out with --force, prints how many, and counts only restored rows', async () => {
    const written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    await restore([...from(), '--force']);
    const output = written.mock.calls.map(([text]) => String(text)).join('');
    written.mockRestore();
    expect(output).toContain(': 0 rows, 0 mails');
    expect(output).toContain('2 undelivered events or dead letters of one machine were left out');
    expect(await schemas()).toContain('files');
  });
});

async function* noKeys(): AsyncGenerator<string> {
  // The database has no files.
}
