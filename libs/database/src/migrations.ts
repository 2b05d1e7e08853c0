import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@waybill/service-kit';
import type { DataSource } from 'typeorm';

const POLL_MS = 500;

/** Creates the schema and what is missing in it. Processes that do so at once take turns by an advisory lock. */
export async function migrate(dataSource: DataSource, schema: string): Promise<void> {
  const lock = dataSource.createQueryRunner();
  const key = `waybill.migrations.${schema}`;
  try {
    await lock.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [key]);
    await lock.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
    await dataSource.runMigrations();
    await lock.query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [key]);
  } finally {
    await lock.release();
  }
}

/**
 * Resolves once somebody has run all migrations that this program knows. Further ones, of a newer program, are no
 * hindrance.
 * @param patienceMs for how long it waits
 * @throws Error that names what is still missing then
 */
export async function migrated(
  dataSource: DataSource,
  schema: string,
  patienceMs: number,
  logger: Logger,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let isTold = false; ; isTold = true) {
    const missing = await missingMigrations(dataSource, schema);
    if (missing.length === 0) return;
    if (Date.now() > deadline) {
      throw new Error(`Nobody ran the migrations ${missing.join(', ')} of the schema ${schema}`);
    }
    if (!isTold) logger.warn({ missing }, 'Waiting for somebody to run the migrations');
    await sleep(POLL_MS);
  }
}

async function missingMigrations(dataSource: DataSource, schema: string): Promise<string[]> {
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
