import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns for takedown and virus scan. Existing files stay available and are not scanned. */
export class ModerateFiles1795322176000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE files
        ADD COLUMN taken_down_at timestamptz(3),
        ADD COLUMN taken_down_reason text,
        ADD COLUMN scan_state text NOT NULL DEFAULT 'none',
        ADD COLUMN scan_finding text
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE files
        DROP COLUMN taken_down_at,
        DROP COLUMN taken_down_reason,
        DROP COLUMN scan_state,
        DROP COLUMN scan_finding
    `);
  }
}
