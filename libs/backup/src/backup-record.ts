import type { Logger } from '@waybill/service-kit';
import type { DataSource } from 'typeorm';
import { openConnection } from './open-connection.js';
import { operatorDatabase } from './operator.database.js';
import { withSchema } from './with-schema.js';

/** The last complete backup, for the metrics. */
export interface BackupRecord {
  readonly createdAt: Date;
  /** Number of objects of existing files that the store did not have. */
  readonly missingObjects: number;
}

/** Records a complete backup. */
export async function recordBackup(url: string, backup: BackupRecord, logger: Logger): Promise<void> {
  await withSchema(url, operatorDatabase, logger, (database) =>
    database.query(
      `INSERT INTO last_backup (created_at, missing_objects) VALUES ($1, $2)
       ON CONFLICT (is_only) DO UPDATE
         SET created_at = excluded.created_at, missing_objects = excluded.missing_objects`,
      [backup.createdAt, backup.missingObjects],
    ),
  );
}

/** The last complete backup; null before the first one. */
export async function readLastBackup(database: DataSource): Promise<BackupRecord | null> {
  const [{ exists } = { exists: false }] = await database.query<{ exists: boolean }[]>(
    `SELECT to_regclass('operator.last_backup') IS NOT NULL AS "exists"`,
  );
  if (!exists) return null;
  // By way of JSON, because the column is missing until the first backup of this version.
  const [row] = await database.query<{ createdAt: Date; missingObjects: number }[]>(
    `SELECT created_at AS "createdAt", coalesce((to_jsonb(last_backup) ->> 'missing_objects')::int, 0) AS "missingObjects"
     FROM operator.last_backup`,
  );
  return row ?? null;
}

/** Reads the time of the last complete backup on a connection of its own. */
export async function readLastBackupAt(url: string): Promise<Date | null> {
  const connection = await openConnection(url, 'waybill-backup-schedule');
  try {
    return (await readLastBackup(connection))?.createdAt ?? null;
  } finally {
    await connection.destroy();
  }
}
