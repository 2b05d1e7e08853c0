import { join } from 'node:path';
import type { Logger } from '@waybill/service-kit';

export interface DataFolderDatabase {
  readonly url: string;
  close(): Promise<void>;
}

/** Services that keep rows: auth, files, sharing, analytics and billing. */
const SERVICES = 5;

/** Connections of one process beside those of its services: 24 for jobs of files and of sharing each, 4 for the bus. */
const OTHER_CONNECTIONS = 52;

/** Connections for a backup and operator's commands meanwhile, and those that PostgreSQL reserves. */
const SPARE_CONNECTIONS = 48;

/**
 * Uses the PostgreSQL at `url`. Without a URL, starts an embedded one in the data folder; `close` stops it, and so does
 * an exit of this process without it.
 * @param poolSize DATABASE_POOL_SIZE: as many connections as all services may open are accepted
 */
export async function openDataFolderDatabase(
  url: string | undefined,
  dataFolder: string,
  poolSize: number,
  logger: Logger,
): Promise<DataFolderDatabase> {
  if (url !== undefined) return { url, close: () => Promise.resolve() };
  const { EmbeddedPostgres } = await import('@waybill/database');
  const embedded = await EmbeddedPostgres.start({
    folder: join(dataFolder, 'postgres'),
    logger,
    settings: { max_connections: String(maxConnections(poolSize)) },
  });
  // It has a session of its own, so neither Ctrl-C nor a forced exit of this process would end it.
  const shutDown = () => {
    try {
      process.kill(embedded.pid, 'SIGINT');
    } catch {
      // It has ended already.
    }
  };
  process.once('exit', shutDown);
  const close = async () => {
    await embedded.stop();
    process.off('exit', shutDown);
  };
  return { url: embedded.url, close };
}

function maxConnections(poolSize: number): number {
  return Math.max(200, SERVICES * poolSize + OTHER_CONNECTIONS + SPARE_CONNECTIONS);
}
