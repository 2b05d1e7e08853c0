import { ConfigurationError } from '@waybill/service-kit';
import { openConnection } from './open-connection.js';
import type { Query } from './tables.js';

/** Key of the advisory lock of a running backup. */
const LOCK = 'waybill.backup';

/**
 * Runs `work` while no other backup of the database runs.
 * @throws ConfigurationError when one does
 */
export async function withBackupLock<T>(databaseUrl: string, work: () => Promise<T>): Promise<T> {
  const connection = await openConnection(databaseUrl, 'waybill-backup');
  try {
    // The runner keeps one connection, whose session holds the lock until the connection is closed.
    const runner = connection.createQueryRunner();
    const query: Query = (sql, values) => runner.query(sql, values);
    const [{ locked } = { locked: false }] = await query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [LOCK],
    );
    if (!locked) throw new ConfigurationError('Another backup of this database is running.');
    return await work();
  } finally {
    await connection.destroy();
  }
}
