import { continueBackupSeries, ensureBackupSeries, openConnection, recordBackup } from '@waybill/backup';
import { createLogger } from '@waybill/service-kit';
import { startPostgres, type TestDatabase } from '@waybill/testing';
import { randomUUID } from 'node:crypto';

const logger = createLogger('test', 'silent');

describe('series of backups', () => {
  let postgres: TestDatabase;

  beforeEach(async () => {
    postgres = await startPostgres();
  });
  afterEach(() => postgres.stop());

  it('a database that the version before backed up gets a series at its next backup, and keeps it', async () => {
    await recordBackup(postgres.url, { createdAt: new Date(), missingObjects: 0 }, logger);
    const connection = await openConnection(postgres.url, 'test');
    await connection.query('DROP TABLE operator.backup_series');
    await connection.query("DELETE FROM operator.migrations WHERE name LIKE 'CreateBackupSeries%'");
    await connection.destroy();
    const series = await ensureBackupSeries(postgres.url, logger);
    await expect(ensureBackupSeries(postgres.url, logger)).resolves.toBe(series);
  });

  it('a restored database continues the series of its backup, also if it had one of its own', async () => {
    const series = randomUUID();
    await ensureBackupSeries(postgres.url, logger);
    await continueBackupSeries(postgres.url, series, logger);
    await expect(ensureBackupSeries(postgres.url, logger)).resolves.toBe(series);
  });
});
