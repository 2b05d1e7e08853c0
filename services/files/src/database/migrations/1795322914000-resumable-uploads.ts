import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ResumableUploads1795322914000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE files ADD COLUMN crc32 bigint;
      ALTER TABLE uploads ADD COLUMN target jsonb;

      CREATE TABLE resumable_uploads (
        id uuid PRIMARY KEY REFERENCES uploads ON DELETE CASCADE,
        sender_user_id uuid,
        sender_browser_id uuid,
        metadata text NOT NULL,
        length bigint,
        received bigint NOT NULL,
        crc32 bigint NOT NULL,
        appended jsonb,
        tail_key text UNIQUE,
        writer uuid,
        writer_until timestamptz(3)
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE resumable_uploads;
      ALTER TABLE uploads DROP COLUMN target;
      ALTER TABLE files DROP COLUMN crc32;
    `);
  }
}
