import type { Logger } from '@waybill/service-kit';
import { randomUUID } from 'node:crypto';
import { operatorDatabase } from './operator.database.js';
import { withSchema } from './with-schema.js';

/**
 * Returns the id of the series that the backups of this database belong to: those of one installation, and of every
 * installation restored from one of them. Chooses one for the first backup. Writes nothing later, when the disk of the
 * database may be full.
 */
export function ensureBackupSeries(url: string, logger: Logger): Promise<string> {
  return withSchema(url, operatorDatabase, logger, async (database) => {
    const [row] = await database.query<{ id: string }[]>('SELECT id FROM backup_series');
    if (row) return row.id;
    const id = randomUUID();
    await database.query('INSERT INTO backup_series (id) VALUES ($1)', [id]);
    return id;
  });
}

/** Continues the series of a restored backup. */
export async function continueBackupSeries(url: string, id: string, logger: Logger): Promise<void> {
  await withSchema(url, operatorDatabase, logger, (database) =>
    database.query(
      'INSERT INTO backup_series (id) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET id = excluded.id',
      [id],
    ),
  );
}
