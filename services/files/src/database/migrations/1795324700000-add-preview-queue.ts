import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AddPreviewQueue1795324700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE uploads ADD preview_share text;
      ALTER TABLE files
        ADD preview_share text,
        ADD preview_started_at timestamptz(3),
        ADD preview_lease_until timestamptz(3),
        ADD preview_due_at timestamptz(3);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE files
        DROP preview_due_at,
        DROP preview_lease_until,
        DROP preview_started_at,
        DROP preview_share;
      ALTER TABLE uploads DROP preview_share;
    `);
  }
}
