import type { SharedEnvironment } from '@waybill/composition';
import { lockFolder, openDataFolderDatabase } from '@waybill/composition/data-folder';
import { EmbeddedPostgres } from '@waybill/database';
import { ConfigurationError, createLogger } from '@waybill/service-kit';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

type DatabaseSettings = Pick<SharedEnvironment, 'DATABASE_URL' | 'DATA_DIR' | 'DATABASE_POOL_SIZE'>;

/**
 * @throws ConfigurationError when there is neither DATABASE_URL nor a database in the data folder. Creating one there
 * would keep Waybill from its first start, which refuses a database without keys.
 */
export function requireInstallation({ DATABASE_URL, DATA_DIR }: DatabaseSettings): void {
  if (DATABASE_URL === undefined && !existsSync(join(DATA_DIR, 'postgres')))
    throw new ConfigurationError(`There is no Waybill in ${DATA_DIR}.`);
}

/**
 * Runs `work` on the PostgreSQL of DATABASE_URL, or on the embedded one in the data folder, which is started for it
 * when Waybill is not running.
 * @throws ConfigurationError when there is no database
 */
export async function withDatabase<T>(env: DatabaseSettings, work: (url: string) => Promise<T>): Promise<T> {
  if (env.DATABASE_URL !== undefined) return work(env.DATABASE_URL);
  requireInstallation(env);
  // A locked folder means that Waybill runs: use its database, and leave it running.
  const folder = await lockFolder(env.DATA_DIR).catch(() => null);
  if (!folder) return work(await EmbeddedPostgres.urlOfRunning(join(env.DATA_DIR, 'postgres')));
  const logger = createLogger('operator', 'warn');
  const database = await openDataFolderDatabase(undefined, env.DATA_DIR, env.DATABASE_POOL_SIZE, logger);
  try {
    return await work(database.url);
  } finally {
    await database.close();
    await folder.release();
  }
}
