import { openStore, type SharedEnvironment } from '@waybill/composition';
import { openDatabase } from '@waybill/database';
import { filesDatabase, StoreMaintenance } from '@waybill/files';
import { createLogger } from '@waybill/service-kit';

/** Migrating and taking ownership each hold a lock on one connection and work on another. */
const CONNECTIONS = 2;

/** Runs `work` on the object store and the database at `url`. */
export async function withStoreMaintenance<T>(
  env: SharedEnvironment,
  url: string,
  work: (maintenance: StoreMaintenance) => Promise<T>,
): Promise<T> {
  const store = await openStore(env);
  const logger = createLogger('storage', 'warn');
  const database = await openDatabase(url, filesDatabase, logger, { poolSize: CONNECTIONS });
  try {
    return await work(new StoreMaintenance(database, store, logger));
  } finally {
    await database.destroy();
  }
}
