import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reading of files whose pages are not counted yet, by visit. */
export class KeepEarlyReading1795390149000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visit_windows ADD COLUMN early_reading jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visit_windows DROP COLUMN early_reading');
  }
}
