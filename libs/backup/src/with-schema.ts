import { MIGRATION_CONNECTIONS, openDatabase, type ServiceDatabase } from '@waybill/database';
import type { Logger } from '@waybill/service-kit';
import type { DataSource } from 'typeorm';

/** Runs `work` on a connection to one schema, after the migrations of the schema. */
export async function withSchema<T>(
  url: string,
  database: ServiceDatabase,
  logger: Logger,
  work: (dataSource: DataSource) => Promise<T>,
): Promise<T> {
  const dataSource = await openDatabase(url, database, logger, { poolSize: MIGRATION_CONNECTIONS });
  try {
    return await work(dataSource);
  } finally {
    await dataSource.destroy();
  }
}
