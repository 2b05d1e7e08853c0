import { serverUrl, wholeNumber } from '@waybill/service-kit';
import { z } from 'zod';

/** Environment variables of the database. Without DATABASE_URL the standalone profile starts its own PostgreSQL. */
export const databaseEnv = {
  DATABASE_URL: serverUrl('postgres', 'postgresql').optional(),
  /** Whether a service migrates its schema at its start, or waits until another process has done so. */
  RUN_MIGRATIONS: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('true')
    .transform((text) => text === 'true'),
  /** Maximum number of connections of each service in a process. A migration needs two. */
  DATABASE_POOL_SIZE: wholeNumber('must be a whole number from 2 to 100', 2, 100).default(10),
};
