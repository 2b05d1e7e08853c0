import type { ServiceDatabase } from '@waybill/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

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

class AddMissingObjects1770000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE last_backup ADD COLUMN missing_objects integer NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE last_backup DROP COLUMN missing_objects');
  }
}

class CreateBackupSeries1795931000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE backup_series (
        is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
        id uuid NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE backup_series');
  }
}

/** Schema of the operator's program. Belongs to no service, and is not part of a backup. */
export const operatorDatabase: ServiceDatabase = {
  schema: 'operator',
  entities: [],
  migrations: [
    CreateLastBackup1770000000000,
    AddMissingObjects1770000000001,
    CreateBackupSeries1795931000000,
  ],
};
