import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateEntries1795219200001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE entries (
        id uuid PRIMARY KEY,
        file_id uuid NOT NULL,
        accessed_at timestamptz NOT NULL,
        address text NOT NULL,
        country_code text NOT NULL,
        city text NOT NULL,
        user_agent text NOT NULL,
        browser text NOT NULL,
        referer text NOT NULL,
        via uuid
      );
      CREATE INDEX entries_by_time ON entries (file_id, accessed_at, id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE entries');
  }
}
