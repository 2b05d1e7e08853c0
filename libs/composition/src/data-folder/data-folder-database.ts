import { join } from 'node:path';

export interface DataFolderDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/** The PostgreSQL at `url`; without a URL an embedded one in the data folder, which ends with this process. */
export async function openDataFolderDatabase(
  url: string | undefined,
  dataFolder: string,
): Promise<DataFolderDatabase> {
  if (url !== undefined) return { url, close: () => Promise.resolve() };
  const { EmbeddedPostgres } = await import('@waybill/database');
  const embedded = await EmbeddedPostgres.start({ folder: join(dataFolder, 'postgres') });
  return { url: embedded.url, close: () => embedded.stop() };
}
