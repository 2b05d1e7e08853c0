import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateRecords1795219200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE records (
        file_id uuid PRIMARY KEY,
        version integer NOT NULL DEFAULT 0,
        user_id uuid,
        original_name text NOT NULL DEFAULT '',
        mime_type text NOT NULL DEFAULT '',
        size bigint NOT NULL DEFAULT 0,
        created_at timestamptz,
        delete_at timestamptz,
        expired_at timestamptz,
        forgotten_at timestamptz,
        total_views integer NOT NULL DEFAULT 0,
        unique_visitors integer NOT NULL DEFAULT 0,
        unique_countries integer NOT NULL DEFAULT 0,
        first_view_at timestamptz
      );
      CREATE INDEX records_by_user ON records (user_id) WHERE user_id IS NOT NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE records');
  }
}
