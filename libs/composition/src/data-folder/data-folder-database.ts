import { join } from 'node:path';

export interface DataFolderDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/** Uses the PostgreSQL at `url`. Without a URL, starts an embedded one in the data folder; `close` stops it. */
export async function openDataFolderDatabase(
  url: string | undefined,
  dataFolder: string,
): Promise<DataFolderDatabase> {
  if (url !== undefined) return { url, close: () => Promise.resolve() };
  const { EmbeddedPostgres } = await import('@waybill/database');
  const embedded = await EmbeddedPostgres.start({ folder: join(dataFolder, 'postgres') });
  return { url: embedded.url, close: () => embedded.stop() };
}
