import { MIGRATION_CONNECTIONS, openDatabase, type ServiceDatabase } from '@waybill/database';
import type { Logger } from '@waybill/service-kit';
import { openConnection } from './open-connection.js';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';

class CreateLastBackup1770000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE last_backup (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        created_at timestamptz(3) NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE last_backup');
  }
}

/** Schema of the operator's program. Belongs to no service, and is not part of a backup. */
const operatorDatabase: ServiceDatabase = {
  schema: 'operator',
  entities: [],
  migrations: [CreateLastBackup1770000000000],
};

/** Records the time of a complete backup, for the metric of its age. */
export async function recordBackup(url: string, createdAt: Date, logger: Logger): Promise<void> {
  const database = await openDatabase(url, operatorDatabase, logger, { poolSize: MIGRATION_CONNECTIONS });
  try {
    await database.query(
      `INSERT INTO last_backup (created_at) VALUES ($1)
       ON CONFLICT (is_only) DO UPDATE SET created_at = excluded.created_at`,
      [createdAt],
    );
  } finally {
    await database.destroy();
  }
}

/** Time of the last complete backup; null before the first one. */
export async function readLastBackup(database: DataSource): Promise<Date | null> {
  const [{ exists } = { exists: false }] = await database.query<{ exists: boolean }[]>(
    `SELECT to_regclass('operator.last_backup') IS NOT NULL AS "exists"`,
  );
  if (!exists) return null;
  const [row] = await database.query<{ created_at: Date }[]>('SELECT created_at FROM operator.last_backup');
  return row?.created_at ?? null;
}

/** Reads the time of the last complete backup on a connection of its own. */
export async function readLastBackupAt(url: string): Promise<Date | null> {
  const connection = await openConnection(url, 'waybill-backup-schedule');
  try {
    return await readLastBackup(connection);
  } finally {
    await connection.destroy();
  }
}
