import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, RepeatedReasons } from '@waybill/service-kit';
import type { ClientBase } from 'pg';
import { DataSource } from 'typeorm';
import { instrumentDatabase } from './instrument-database.js';
import { isDatabaseUnavailable, StandbyError } from './is-database-unavailable.js';
import { preparingClient } from './prepared-statements.js';
import { migrateSchema, waitForMigrations } from './migrations.js';
import type { ServiceDatabase } from './service-database.js';

export interface DatabaseOptions {
  /** Maximum number of connections of this process for this service. Migrating takes at least two. Default: 10. */
  readonly poolSize?: number;
  /** False where another process runs the migrations, such as a deployment step: then waits for it. Default: true. */
  readonly runMigrations?: boolean;
  /** Timeout of the wait for that process, in milliseconds. Default: five minutes. */
  readonly migrationTimeoutMs?: number;
  /** Timeout for an unavailable server, in milliseconds. Default: half a minute. */
  readonly connectTimeoutMs?: number;
  /** Whether a commit waits for the disk. False only where a crash may lose the latest commits. Default: true. */
  readonly syncCommits?: boolean;
}

const ATTEMPT_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 30_000;
const RETRY_MS = 500;
const MAX_RETRY_MS = 5000;
const MIGRATION_TIMEOUT_MS = 300_000;
/**
 * TCP keep-alive: detects within half a minute that the host of PostgreSQL is gone while a query waits. Linux would
 * take two hours.
 */
const KEEP_ALIVE_MS = 10_000;

/**
 * A connected data source whose `search_path` is the service's schema, which is created and migrated if needed.
 * @throws the last error of PostgreSQL when it stays unavailable or refuses the connection
 */
export async function openDatabase(
  url: string,
  database: ServiceDatabase,
  logger: Logger,
  {
    poolSize = 10,
    runMigrations = true,
    migrationTimeoutMs = MIGRATION_TIMEOUT_MS,
    connectTimeoutMs = CONNECT_TIMEOUT_MS,
    syncCommits = true,
  }: DatabaseOptions = {},
): Promise<DataSource> {
  const lost = new RepeatedReasons();
  const dataSource: DataSource = new DataSource({
    type: 'postgres',
    url,
    schema: database.schema,
    entities: [...database.entities],
    migrations: [...database.migrations],
    migrationsTransactionMode: 'each',
    applicationName: `waybill-${database.schema}`,
    poolSize,
    connectTimeoutMS: ATTEMPT_TIMEOUT_MS,
    installExtensions: false,
    logging: false,
    extra: {
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      Client: preparingClient(),
      verify: refuseStandby,
      options: [
        `-c search_path=${database.schema} -c plan_cache_mode=force_custom_plan`,
        ...(syncCommits ? [] : ['-c synchronous_commit=off']),
      ].join(' '),
    },
    poolErrorHandler: (error: unknown) => {
      // Ignore connections that end after their pool was closed.
      if (dataSource.isInitialized && lost.isNew(error))
        logger.warn({ err: error }, 'A connection to PostgreSQL was lost');
    },
  });
  await connect(dataSource, connectTimeoutMs, logger);
  instrumentDatabase(dataSource, database.schema);
  try {
    if (runMigrations) await migrateSchema(dataSource, database.schema, logger);
    else await waitForMigrations(dataSource, database.schema, migrationTimeoutMs, logger);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

/**
 * Refuses a new connection to a standby. While a failover lasts, the name of the server can still lead to the former
 * primary, and a process that connected to it could write nothing until its restart.
 */
function refuseStandby(client: ClientBase, done: (error?: unknown) => void): void {
  client.query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"').then(
    ({ rows: [row] }) => done(row?.isStandby === true ? new StandbyError() : undefined),
    (error: unknown) => done(error),
  );
}

async function connect(dataSource: DataSource, timeoutMs: number, logger: Logger): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (let tries = 1; ; tries++) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (!isDatabaseUnavailable(error) || Date.now() > deadline) throw error;
      logger.warn({ err: error }, 'PostgreSQL is unavailable, connecting again');
      await sleep(Math.min(tries * RETRY_MS, MAX_RETRY_MS));
    }
  }
}
