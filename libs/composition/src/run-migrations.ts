import { databaseEnv } from '@waybill/database/env';
import {
  ConfigurationError,
  createLogger,
  type Environment,
  loggingEnv,
  readEnvironment,
} from '@waybill/service-kit';
import { exitWithError } from './exit-with-error.js';
import type { ProcessDefinition } from './process-definition.js';

const shape = { DATABASE_URL: databaseEnv.DATABASE_URL, ...loggingEnv };

/** Variables of a migration process: the database and logging. It needs no other variable of the service. */
export const migrationVariables = Object.keys(shape) as (keyof typeof shape)[];

/**
 * Migrates the schema of one service and exits with code 1 on failure. This is a separate deployment step for
 * services that run with RUN_MIGRATIONS=false (docs/decisions/migrations-as-a-step.md). Waits for an unavailable
 * database without a limit, as services do: the deployment sets a deadline.
 */
export async function runMigrations(definition: ProcessDefinition, values: Environment): Promise<void> {
  try {
    const { DATABASE_URL, LOG_LEVEL } = readEnvironment(shape, values);
    if (DATABASE_URL === undefined) throw new ConfigurationError('DATABASE_URL is not set, but needed.');
    const logger = createLogger(`${definition.service}-migrations`, LOG_LEVEL);
    const { MIGRATION_CONNECTIONS, openDatabase } = await import('@waybill/database');
    const database = await openDatabase(DATABASE_URL, definition.database, logger, {
      poolSize: MIGRATION_CONNECTIONS,
      connectTimeoutMs: Infinity,
    });
    await database.destroy();
    logger.info('migrated');
  } catch (error) {
    exitWithError(error);
  }
}
