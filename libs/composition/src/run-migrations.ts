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

/** What the migrations of a service are given: where its schema is, and nothing of what the service itself reads. */
export const migrationVariables = Object.keys(shape) as (keyof typeof shape)[];

/** One connection holds the migrations' lock while another runs them. */
const CONNECTIONS = 2;

/**
 * Migrates one service's schema and ends, with exit code 1 when it could not: a step of its own in a deployment whose
 * services run with RUN_MIGRATIONS=false (docs/decisions/migrations-as-a-step.md).
 */
export async function runMigrations(spec: ProcessDefinition, values: Environment): Promise<void> {
  try {
    const { DATABASE_URL, LOG_LEVEL } = readEnvironment(shape, values);
    if (DATABASE_URL === undefined) throw new ConfigurationError('DATABASE_URL is not set, but needed.');
    const logger = createLogger(`${spec.service}-migrations`, LOG_LEVEL);
    const { openDatabase } = await import('@waybill/database');
    const database = await openDatabase(DATABASE_URL, spec.database, logger, { poolSize: CONNECTIONS });
    await database.destroy();
    logger.info('migrated');
  } catch (error) {
    exitWithError(error);
  }
}
