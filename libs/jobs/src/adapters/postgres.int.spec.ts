import { NestFactory } from '@nestjs/core';
import { openDatabase } from '@waybill/database';
import { ManualClock, ServiceKitModule, createLogger } from '@waybill/service-kit';
import { eventually, startPostgres } from '@waybill/testing';
import { z } from 'zod';
import { describeJobs } from '../jobs.contract.js';
import { count, startJobsProcess } from '../jobs-process.contract.js';
import { JobsModule } from '../jobs.module.js';
import { Jobs, defineJob } from '../jobs.js';
import { Performs } from '../performs.decorator.js';

const timing = { lockMs: 400, stalledCheckIntervalMs: 200, stopTimeoutMs: 300, scheduleCheckIntervalMs: 100 };

describeJobs('jobs in PostgreSQL', startPostgres, (url, performs) =>
  JobsModule.forRoot({ backend: { kind: 'postgres', url }, performs, timing }),
);

it('continues a schedule that the late write of another replica has set back', async () => {
  const postgres = await startPostgres();
  const module = (performs: boolean) =>
    JobsModule.forRoot({ backend: { kind: 'postgres', url: postgres.url }, performs, timing });
  const clock = new ManualClock();
  const worker = await startJobsProcess(module(true), clock, () => Promise.resolve());
  const other = await startJobsProcess(module(false), clock);
  const schema = { schema: 'bullmq', entities: [], migrations: [] };
  const logger = createLogger('test', 'silent');
  const database = await openDatabase(postgres.url, schema, logger, { poolSize: 1, runMigrations: false });
  try {
    // The first write takes 0.1 seconds and the second one 0.6, in which the worker performs the first iteration.
    await database.query(`
      CREATE SEQUENCE writes;
      CREATE FUNCTION delay_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        PERFORM pg_sleep(CASE nextval('bullmq.writes') WHEN 1 THEN 0.1 WHEN 2 THEN 0.6 ELSE 0 END);
        RETURN NEW;
      END $$;
      CREATE TRIGGER delay_write BEFORE INSERT ON scheduler FOR EACH ROW EXECUTE FUNCTION delay_write()`);
    await Promise.all([worker, other].map(({ jobs }) => jobs.every(count, 1000, { n: 1 })));
    await eventually(() => expect(worker.done.length).toBeGreaterThanOrEqual(7));
  } finally {
    for (const process of [worker, other]) await process.close();
    await database.destroy();
    await postgres.stop();
  }
});

describe('an emptied queue in PostgreSQL', () => {
  const job = defineJob({
    name: 'test.fill-queue',
    data: z.object({}),
    attempts: 1,
    backoffMs: 1,
    concurrency: 8,
  });

  it('keeps at most thirty rows, and its idle worker runs no query', async () => {
    const postgres = await startPostgres();
    const logger = createLogger('test', 'silent');
    const schema = { schema: 'bullmq', entities: [], migrations: [] };
    const observer = await openDatabase(postgres.url, schema, logger, { poolSize: 1, runMigrations: false });
    let performed = 0;
    class Performer {
      @Performs(job)
      perform(): Promise<void> {
        performed++;
        return Promise.resolve();
      }
    }
    const app = await NestFactory.createApplicationContext(
      {
        module: class TestRoot {},
        imports: [
          ServiceKitModule.forRoot(logger),
          JobsModule.forRoot({ backend: { kind: 'postgres', url: postgres.url }, performs: true }),
        ],
        providers: [Performer],
      },
      { logger: false, abortOnError: false },
    );
    const jobs = app.get(Jobs);
    await Promise.all(Array.from({ length: 200 }, () => jobs.add(job, {})));
    await eventually(() => expect(performed).toBe(200));

    const rowsOf = async (sql: string) => (await observer.query<{ n: number }[]>(sql))[0]!.n;
    await eventually(async () =>
      expect(await rowsOf('SELECT count(*)::int AS n FROM bullmq.job')).toBeLessThanOrEqual(30),
    );
    const busy = `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE pid <> pg_backend_pid() AND datname = current_database() AND query_start > now() - interval '0.5 s'`;
    await eventually(async () => expect(await rowsOf(busy)).toBe(0));

    await app.close();
    await observer.destroy();
    await postgres.stop();
  });
});
