import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { isDatabaseAway } from './database-away.js';
import { migrate, migrated } from './migrations.js';
import { observeDatabase } from './observe-database.js';
import type { ServiceDatabase } from './service-database.js';

export interface DatabaseOptions {
  /** Connections this process holds at most for this service, two at least to migrate; 10 when left out. */
  readonly poolSize?: number;
  /** Off where migrations are a deployment step of their own, which is then waited for. On when left out. */
  readonly runMigrations?: boolean;
  /** Milliseconds that it is waited for; five minutes when left out. */
  readonly migratedWithinMs?: number;
  /** Milliseconds that a start waits for a server that is not up; half a minute when left out. */
  readonly patienceMs?: number;
}

const CONNECT_TIMEOUT_MS = 10_000;
const PATIENCE_MS = 30_000;
const RETRY_MS = 500;
const LONGEST_RETRY_MS = 5000;
const MIGRATED_WITHIN_MS = 300_000;

/**
 * A connected data source whose `search_path` is the service's schema, created and migrated where needed.
 * @throws what PostgreSQL said last, when it cannot be reached in time or refuses for good
 */
export async function openDatabase(
  url: string,
  database: ServiceDatabase,
  logger: Logger,
  {
    poolSize = 10,
    runMigrations = true,
    migratedWithinMs = MIGRATED_WITHIN_MS,
    patienceMs = PATIENCE_MS,
  }: DatabaseOptions = {},
): Promise<DataSource> {
  const dataSource: DataSource = new DataSource({
    type: 'postgres',
    url,
    schema: database.schema,
    entities: [...database.entities],
    migrations: [...database.migrations],
    migrationsTransactionMode: 'each',
    applicationName: `waybill-${database.schema}`,
    poolSize,
    connectTimeoutMS: CONNECT_TIMEOUT_MS,
    installExtensions: false,
    logging: false,
    extra: { keepAlive: true, options: `-c search_path=${database.schema}` },
    poolErrorHandler: (error: unknown) => {
      // Connections of a closed pool may still be on their way out when the server ends.
      if (dataSource.isInitialized) logger.warn({ err: error }, 'A database connection was lost');
    },
  });
  await connect(dataSource, patienceMs, logger);
  observeDatabase(dataSource, database.schema);
  try {
    if (runMigrations) await migrate(dataSource, database.schema);
    else await migrated(dataSource, database.schema, migratedWithinMs, logger);
    return dataSource;
  } catch (error) {
    await dataSource.destroy();
    throw error;
  }
}

async function connect(dataSource: DataSource, patienceMs: number, logger: Logger): Promise<void> {
  const deadline = Date.now() + patienceMs;
  for (let tries = 1; ; tries++) {
    try {
      await dataSource.initialize();
      return;
    } catch (error) {
      if (!isDatabaseAway(error) || Date.now() > deadline) throw error;
      logger.warn({ err: error }, 'The database does not answer yet');
      await sleep(Math.min(tries * RETRY_MS, LONGEST_RETRY_MS));
    }
  }
}
