import { MIGRATION_CONNECTIONS, openDatabase } from '@waybill/database';
import type { Logger } from '@waybill/service-kit';
import { randomUUID } from 'node:crypto';
import { operatorDatabase } from './operator.database.js';
import type { Query } from './tables.js';

/**
 * Returns the id of the series that the backups of this database belong to: those of one installation, and of every
 * installation restored from one of them. Chooses one for the first backup. Writes nothing later, when the disk of the
 * database may be full.
 */
export function ensureBackupSeries(url: string, logger: Logger): Promise<string> {
  return withSeries(url, logger, async (query) => {
    const [row] = await query<{ id: string }>('SELECT id FROM backup_series');
    if (row) return row.id;
    const id = randomUUID();
    await query('INSERT INTO backup_series (id) VALUES ($1)', [id]);
    return id;
  });
}

/** Continues the series of a restored backup. */
export async function continueBackupSeries(url: string, id: string, logger: Logger): Promise<void> {
  await withSeries(url, logger, (query) =>
    query('INSERT INTO backup_series (id) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET id = excluded.id', [
      id,
    ]),
  );
}

async function withSeries<T>(url: string, logger: Logger, work: (query: Query) => Promise<T>): Promise<T> {
  const database = await openDatabase(url, operatorDatabase, logger, { poolSize: MIGRATION_CONNECTIONS });
  try {
    return await work((sql, values) => database.query(sql, values));
  } finally {
    await database.destroy();
  }
}
