import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateUnlockedPreviews1795700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE unlocked_previews (
        id uuid PRIMARY KEY,
        file_id uuid NOT NULL,
        state text NOT NULL,
        attempts int NOT NULL DEFAULT 0,
        object_key text,
        wrapped_key text,
        size bigint,
        created_at timestamptz(3) NOT NULL
      );
      CREATE INDEX unlocked_previews_by_age ON unlocked_previews (created_at);
      CREATE INDEX unlocked_previews_by_object ON unlocked_previews (object_key);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE unlocked_previews');
  }
}
