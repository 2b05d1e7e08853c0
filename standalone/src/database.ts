import { EmbeddedPostgres } from '@waybill/database';
import { join } from 'node:path';

export interface Database {
  readonly url: string;
  close(): Promise<void>;
}

/** The given PostgreSQL, or an embedded one in the data folder that lives and ends with this process. */
export async function openDatabase(url: string | undefined, dataFolder: string): Promise<Database> {
  if (url !== undefined) return { url, close: () => Promise.resolve() };
  const embedded = await EmbeddedPostgres.start({ folder: join(dataFolder, 'postgres') });
  return { url: embedded.url, close: () => embedded.stop() };
}
