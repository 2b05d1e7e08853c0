import { recordBackup } from '@waybill/backup';
import { createLogger } from '@waybill/service-kit';
import { eventually, startPostgres, temporaryFolder, type TestDatabase } from '@waybill/testing';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BackupSchedule } from './backup-schedule.js';

const HOUR_MS = 3_600_000;

describe('the schedule of backups', () => {
  let postgres: TestDatabase;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it('runs the backup that BACKUP_INTERVAL_HOURS makes due, and no other', async () => {
    const logger = createLogger('standalone', 'silent');
    const twoHoursAgo = new Date(Date.now() - 2 * HOUR_MS);
    await recordBackup(postgres.url, { createdAt: twoHoursAgo, missingObjects: 0 }, logger);
    const attempts = { 1: jest.fn(), 3: jest.fn() };
    const start = (hours: 1 | 3) =>
      BackupSchedule.start({
        databaseUrl: postgres.url,
        env: { BACKUP_TO: '/backups', BACKUP_INTERVAL_HOURS: hours },
        // There is no such program: every attempt is reported soon, as an error.
        operator: '/no-operator.js',
        logger: Object.assign(Object.create(logger) as typeof logger, { error: attempts[hours] }),
      });
    const schedules = [await start(1), await start(3)];
    try {
      await eventually(() => expect(attempts[1]).toHaveBeenCalled(), { timeoutMs: 60_000 });
      expect(attempts[3]).not.toHaveBeenCalled();
    } finally {
      for (const schedule of schedules) await schedule?.close();
    }
  }, 90_000);

  it('does not repeat a backup that is complete, but found objects missing', async () => {
    const logger = createLogger('standalone', 'silent');
    const folder = await temporaryFolder();
    const [operator, recorded] = ['operator.mjs', 'recorded'].map((name) => join(folder.path, name)) as [
      string,
      string,
    ];
    // Ends after the test has recorded a backup in its place.
    await writeFile(
      operator,
      `import { existsSync } from 'node:fs';
       const timer = setInterval(() => {
         if (!existsSync(${JSON.stringify(recorded)})) return;
         clearInterval(timer);
         console.error('The bytes of 1 objects are not in the store');
         process.exitCode = 2;
       }, 20);`,
    );
    const record = (createdAt: Date) => recordBackup(postgres.url, { createdAt, missingObjects: 0 }, logger);
    await record(new Date(Date.now() - 3 * HOUR_MS));
    const [waits, errors] = [jest.spyOn(global, 'setTimeout'), jest.fn()];
    const schedule = await BackupSchedule.start({
      databaseUrl: postgres.url,
      env: { BACKUP_TO: '/backups', BACKUP_INTERVAL_HOURS: 2 },
      operator,
      logger: Object.assign(Object.create(logger) as typeof logger, { error: errors }),
    });
    try {
      await record(new Date());
      await writeFile(recorded, '');
      await eventually(() => expect(errors).toHaveBeenCalledTimes(1), { timeoutMs: 60_000 });
      const next = () => Math.max(...waits.mock.calls.map(([, milliseconds = 0]) => milliseconds));
      await eventually(() => expect(next()).toBeGreaterThan(1.5 * HOUR_MS));
    } finally {
      await schedule?.close();
      await folder.remove();
    }
  }, 90_000);
});
