import type { SharedEnvironment } from '@waybill/composition';
import { lockFolder } from '@waybill/composition/data-folder';
import { EmbeddedPostgres } from '@waybill/database';
import { join } from 'node:path';

/**
 * Runs `work` on the PostgreSQL of DATABASE_URL, or on the embedded one in the data folder, which is started for it
 * when Waybill is not running.
 */
export async function withDatabase<T>(
  env: Pick<SharedEnvironment, 'DATABASE_URL' | 'DATA_DIR'>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (env.DATABASE_URL !== undefined) return work(env.DATABASE_URL);
  // A locked folder means that Waybill runs: use its database, and leave it running.
  const folder = await lockFolder(env.DATA_DIR).catch(() => null);
  const postgres = await EmbeddedPostgres.start({
    folder: join(env.DATA_DIR, 'postgres'),
    restartOnCrash: false,
  });
  try {
    return await work(postgres.url);
  } finally {
    if (folder) await postgres.stop();
    await folder?.release();
  }
}
