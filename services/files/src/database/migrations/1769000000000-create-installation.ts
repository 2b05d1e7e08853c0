import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateInstallation1769000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE installation (
        id uuid PRIMARY KEY,
        token uuid NOT NULL,
        previous_token uuid,
        rotated_at timestamptz(3) NOT NULL,
        orphans_refused_at timestamptz(3)
      );
      CREATE UNIQUE INDEX installation_is_one ON installation ((true));

      CREATE TABLE orphans (
        object_key text PRIMARY KEY,
        size bigint NOT NULL,
        first_seen_at timestamptz(3) NOT NULL,
        last_seen_at timestamptz(3) NOT NULL
      );
      CREATE INDEX orphans_by_age ON orphans (first_seen_at);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE orphans, installation');
  }
}
