import { MINUTE_MS } from '@waybill/contracts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@waybill/service-kit';
import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';

/** Connections that migrating takes: one holds the lock, the other runs the migrations. */
export const MIGRATION_CONNECTIONS = 2;

const POLL_MS = 500;
const TURN_POLL_MS = 100;

/** Queries queue behind a statement that waits for a lock, so a migration gives up after this time and tries again. */
const LOCK_TIMEOUT_MS = 3000;
/** Pause between two attempts, in which the queued queries run. */
const LOCK_RETRY_MS = 2000;
/** Time for which a migration is tried again: a backup or a report may hold its locks for minutes. */
const LOCK_DEADLINE_MS = 15 * MINUTE_MS;
const LOCK_NOT_AVAILABLE = '55P03';

/** Creates the schema and runs pending migrations. An advisory lock makes concurrent processes take turns. */
export async function migrateSchema(dataSource: DataSource, schema: string, logger: Logger): Promise<void> {
  const lock = dataSource.createQueryRunner();
  const key = `waybill.migrations.${schema}`;
  try {
    await takeTurn(lock, key);
    await lock.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    await runPendingMigrations(dataSource, logger);
    await lock.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key]);
  } finally {
    await lock.release();
  }
}

/**
 * Waits for the advisory lock by polling. A query that blocks on the lock would hold a snapshot, and a CREATE INDEX
 * CONCURRENTLY of the process that holds the lock waits for every older snapshot: a deadlock.
 */
async function takeTurn(lock: QueryRunner, key: string): Promise<void> {
  for (;;) {
    const [{ taken }] = (await lock.query('SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS taken', [
      key,
    ])) as [{ taken: boolean }];
    if (taken) return;
    await sleep(TURN_POLL_MS);
  }
}

async function runPendingMigrations(dataSource: DataSource, logger: Logger): Promise<void> {
  const runner = dataSource.createQueryRunner();
  const executor = new MigrationExecutor(dataSource, runner);
  executor.transaction = 'each';
  const deadline = Date.now() + LOCK_DEADLINE_MS;
  try {
    await runner.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    waitForOldTransactions(runner);
    for (;;) {
      try {
        await executor.executePendingMigrations();
        break;
      } catch (error) {
        if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || Date.now() > deadline) throw error;
        logger.warn({ err: error }, 'A migration did not get its lock, trying again');
        await sleep(LOCK_RETRY_MS);
      }
    }
    await runner.query('RESET lock_timeout');
  } finally {
    await runner.release();
  }
}

/**
 * Removes the limit of the wait from statements that run CONCURRENTLY. They wait until older transactions have ended,
 * such as the snapshot of a backup, and block no other query meanwhile.
 */
function waitForOldTransactions(runner: QueryRunner): void {
  const query = runner.query.bind(runner) as (sql: string, ...rest: unknown[]) => Promise<unknown>;
  const patient = async (sql: string, ...rest: unknown[]): Promise<unknown> => {
    if (!/\bCONCURRENTLY\b/i.test(sql)) return query(sql, ...rest);
    await query('SET lock_timeout = 0');
    try {
      return await query(sql, ...rest);
    } finally {
      await query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
    }
  };
  runner.query = patient as QueryRunner['query'];
}

/**
 * Resolves when another process has run all migrations of this version. Later migrations of a newer version are
 * ignored.
 * @throws Error that names the missing migrations after `timeoutMs`
 */
export async function waitForMigrations(
  dataSource: DataSource,
  schema: string,
  timeoutMs: number,
  logger: Logger,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let isLogged = false; ; isLogged = true) {
    const missing = await findMissingMigrations(dataSource, schema);
    if (missing.length === 0) return;
    if (Date.now() > deadline) {
      throw new Error(`These migrations of the schema ${schema} were not run: ${missing.join(', ')}`);
    }
    if (!isLogged) logger.warn({ missing }, 'Waiting for another process to run the migrations');
    await sleep(POLL_MS);
  }
}

async function findMissingMigrations(dataSource: DataSource, schema: string): Promise<string[]> {
  const [{ table }] = await dataSource.query<[{ table: string | null }]>(
    'SELECT to_regclass($1)::text AS "table"',
    [`"${schema}".migrations`],
  );
  const rows =
    table === null
      ? []
      : await dataSource.query<{ name: string }[]>(`SELECT name FROM "${schema}".migrations`);
  const run = new Set(rows.map(({ name }) => name));
  return dataSource.migrations
    .map((migration) => migration.name ?? migration.constructor.name)
    .filter((name) => !run.has(name));
}
