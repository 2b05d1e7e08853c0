import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keeps reading, per visit, that was reported before the pages of the file were counted. */
export class KeepEarlyReading1795390149000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visit_windows ADD COLUMN early_reading jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visit_windows DROP COLUMN early_reading');
  }
}
