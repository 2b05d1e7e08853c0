import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@waybill/service-kit';
import type { DataSource } from 'typeorm';

const POLL_MS = 500;

/** Creates the schema and runs pending migrations. An advisory lock makes concurrent processes take turns. */
export async function runMigrations(dataSource: DataSource, schema: string): Promise<void> {
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
      throw new Error(`Nobody ran the migrations ${missing.join(', ')} of the schema ${schema}`);
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
