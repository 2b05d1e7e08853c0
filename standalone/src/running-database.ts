import { EmbeddedPostgres } from '@waybill/database';
import { join } from 'node:path';
import { takeDataFolder } from './data-folder.js';
import type { StandaloneEnvironment } from './environment.js';

/** Has `work` done on the Waybill's database: the given one, or the one in its data folder, whether it runs or not. */
export async function withDatabase<T>(
  env: Pick<StandaloneEnvironment, 'DATABASE_URL' | 'DATA_DIR'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (env.DATABASE_URL !== undefined) return work(env.DATABASE_URL);
  // A folder in use means that its database is up: it is joined, and left running.
  const folder = await takeDataFolder(env.DATA_DIR).catch(() => null);
  const postgres = await EmbeddedPostgres.start({ folder: join(env.DATA_DIR, 'postgres'), revive: false });
  try {
    return await work(postgres.url);
  } finally {
    if (folder) await postgres.stop();
    await folder?.release();
  }
}
