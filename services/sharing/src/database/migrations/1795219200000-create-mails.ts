import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateMails1795219200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE mails (
        id uuid PRIMARY KEY,
        to_name text NOT NULL,
        to_address text NOT NULL,
        reply_to_name text,
        reply_to_address text,
        subject text NOT NULL,
        body jsonb,
        user_id uuid,
        file_id uuid,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        attempts integer NOT NULL,
        next_attempt_at timestamptz,
        sent_at timestamptz,
        failed_at timestamptz,
        last_error text
      );
      CREATE INDEX mails_due ON mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
      CREATE INDEX mails_done ON mails (created_at) WHERE next_attempt_at IS NULL;
      CREATE INDEX mails_of_user ON mails (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX mails_of_file ON mails (file_id) WHERE file_id IS NOT NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mails');
  }
}
