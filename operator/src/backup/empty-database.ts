import { EmbeddedPostgres } from '@waybill/database';
import { ConfigurationError } from '@waybill/service-kit';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Runs `work` on the empty database at `url`, or on a temporary embedded PostgreSQL.
 * @throws ConfigurationError without a URL where no embedded PostgreSQL is installed
 */
export async function withEmptyDatabase<T>(
  url: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return work(url);
  const folder = await mkdtemp(join(tmpdir(), 'waybill-verify-'));
  try {
    const postgres = await start(folder);
    try {
      return await work(postgres.url);
    } finally {
      await postgres.stop();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function start(folder: string): Promise<EmbeddedPostgres> {
  try {
    return await EmbeddedPostgres.start({ folder, settings: { fsync: 'off' }, restartOnCrash: false });
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // Replace the message: it asks for DATABASE_URL, which is the database of the installation.
    throw new ConfigurationError(
      'There is no embedded PostgreSQL here: give an empty database with --database postgres://….',
      { cause: error },
    );
  }
}
