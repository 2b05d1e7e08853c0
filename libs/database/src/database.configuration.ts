import { address } from '@waybill/service-kit';

/** Environment of the database; without DATABASE_URL a single machine starts its own PostgreSQL. */
export const databaseConfiguration = {
  DATABASE_URL: address('postgres', 'postgresql').optional(),
};
