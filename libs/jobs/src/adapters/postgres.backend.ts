import { openDatabase } from '@waybill/database';
import type { Logger } from '@waybill/service-kit';
import type { EventEmitter } from 'node:events';
import { type PgPool, createPostgresBackend, runMigrations, withBackend } from 'bullmq';
import type { JobsBackend } from '../jobs-backend.js';
import { reportAsRefused } from './report-as-refused.js';

/** BullMQ's default. It cannot be changed when BullMQ is given a pool. */
const SCHEMA = 'bullmq';

/** One connection per kind of job, which listens for notifications, and some for queries. */
const POOL_SIZE = 24;

/** BullMQ in PostgreSQL. All queues and workers of the process share one pool. */
export async function openPostgresBackend(url: string, logger: Logger): Promise<JobsBackend> {
  const database = { schema: SCHEMA, entities: [], migrations: [] };
  const dataSource = await openDatabase(url, database, logger, { poolSize: POOL_SIZE, runMigrations: false });
  // Without a given pool, BullMQ would open one for every queue and worker.
  const pool = (dataSource.driver as unknown as { master: PgPool & EventEmitter }).master;
  // Disable the warning about a leak: each queue and worker adds a listener.
  pool.setMaxListeners(0);
  reportAsRefused(pool);
  const client = await pool.connect();
  try {
    await runMigrations(client, SCHEMA);
  } finally {
    client.release();
  }
  const { Queue, Worker } = withBackend(createPostgresBackend);
  return {
    queue: (name, options) => new Queue(name, { ...options, connection: pool }),
    worker: (name, processor, options) => new Worker(name, processor, { ...options, connection: pool }),
    check: async () => {
      await pool.query('SELECT 1');
    },
    close: () => dataSource.destroy(),
  };
}
