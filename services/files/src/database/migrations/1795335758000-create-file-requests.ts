import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateFileRequests1795335758000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE file_requests (
        id uuid PRIMARY KEY,
        user_id uuid NOT NULL,
        slug text NOT NULL UNIQUE,
        title text NOT NULL,
        message text,
        created_at timestamptz(3) NOT NULL,
        delete_at timestamptz(3),
        max_files int NOT NULL,
        max_file_size bigint,
        password_hash text,
        password_version int NOT NULL,
        is_active boolean NOT NULL,
        received int NOT NULL,
        deleted_at timestamptz(3)
      );
      CREATE INDEX file_requests_of_user ON file_requests (user_id, created_at DESC, id DESC);

      CREATE TABLE suspended_accounts (user_id uuid PRIMARY KEY);

      ALTER TABLE uploads ADD COLUMN request_id uuid, ADD COLUMN max_file_size bigint;

      ALTER TABLE files ADD COLUMN received jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE files DROP COLUMN received;
      ALTER TABLE uploads DROP COLUMN max_file_size, DROP COLUMN request_id;
      DROP TABLE suspended_accounts;
      DROP TABLE file_requests;
    `);
  }
}
