import { serverUrl } from '@waybill/service-kit';
import { z } from 'zod';

/** Environment of the database; without DATABASE_URL a single machine starts its own PostgreSQL. */
export const databaseConfiguration = {
  DATABASE_URL: serverUrl('postgres', 'postgresql').optional(),
  /** Whether a service migrates its schema when it starts, or waits until somebody else did. */
  RUN_MIGRATIONS: z
    .enum(['true', 'false'], { error: 'must be true or false' })
    .default('true')
    .transform((text) => text === 'true'),
};
