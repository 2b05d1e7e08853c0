import { ScratchFolder } from '@waybill/backup';
import { EmbeddedPostgres } from '@waybill/database';
import { ConfigurationError } from '@waybill/service-kit';

/**
 * Runs `work` on the empty database at `url`, or on a temporary embedded PostgreSQL.
 * @throws ConfigurationError without a URL where no embedded PostgreSQL is installed
 */
export async function withEmptyDatabase<T>(
  url: string | undefined,
  work: (url: string) => Promise<T>,
): Promise<T> {
  if (url !== undefined) return work(url);
  const folder = await ScratchFolder.create('waybill-verify-');
  try {
    const postgres = await start(folder.path);
    // Nothing would stop the server after Ctrl-C: it runs in a session of its own.
    const quit = () => {
      try {
        process.kill(postgres.pid, 'SIGQUIT');
      } catch {
        // It has ended already. An error here would keep the rows from being removed.
      }
    };
    process.prependOnceListener('exit', quit);
    try {
      return await work(postgres.url);
    } finally {
      await postgres.stop();
      process.off('exit', quit);
    }
  } finally {
    await folder.remove();
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
