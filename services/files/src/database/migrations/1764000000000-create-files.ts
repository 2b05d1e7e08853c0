import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateFiles1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE uploads (
        id uuid PRIMARY KEY,
        user_id uuid,
        browser_id uuid,
        tier text NOT NULL,
        lease_until timestamptz(3) NOT NULL,
        committed_at timestamptz(3),
        CHECK (num_nonnulls(user_id, browser_id) = 1)
      );
      CREATE INDEX uploads_by_user ON uploads (user_id) WHERE user_id IS NOT NULL;
      CREATE INDEX uploads_by_browser ON uploads (browser_id) WHERE browser_id IS NOT NULL;
      CREATE INDEX uploads_by_lease ON uploads (lease_until);

      CREATE TABLE reservations (
        file_id uuid PRIMARY KEY,
        upload_id uuid NOT NULL REFERENCES uploads,
        original_name text NOT NULL,
        object_key text NOT NULL UNIQUE,
        wrapped_key text NOT NULL
      );
      CREATE INDEX reservations_by_upload ON reservations (upload_id);

      CREATE TABLE files (
        id uuid PRIMARY KEY,
        upload_id uuid NOT NULL,
        user_id uuid,
        browser_id uuid,
        original_name text NOT NULL,
        mime_type text NOT NULL,
        size bigint NOT NULL,
        created_at timestamptz(3) NOT NULL,
        delete_at timestamptz(3),
        password_hash text,
        password_version int NOT NULL DEFAULT 0,
        view_count int NOT NULL DEFAULT 0,
        object_key text NOT NULL UNIQUE,
        wrapped_key text NOT NULL,
        version int NOT NULL DEFAULT 1,
        preview_kind text NOT NULL,
        preview_state text NOT NULL,
        preview_attempts int NOT NULL DEFAULT 0,
        page_count int,
        title text,
        thumbnail jsonb,
        rendition jsonb,
        CHECK (num_nonnulls(user_id, browser_id) = 1)
      );
      CREATE INDEX files_of_user ON files (user_id, created_at DESC, id) WHERE user_id IS NOT NULL;
      CREATE INDEX files_of_browser ON files (browser_id, created_at DESC, id) WHERE browser_id IS NOT NULL;
      CREATE INDEX files_of_upload ON files (upload_id);
      CREATE INDEX files_due ON files (delete_at) WHERE delete_at IS NOT NULL;
      CREATE INDEX files_without_preview ON files (created_at) WHERE preview_state = 'pending';
      CREATE INDEX files_by_thumbnail ON files ((thumbnail ->> 'objectKey')) WHERE thumbnail IS NOT NULL;
      CREATE INDEX files_by_rendition ON files ((rendition ->> 'objectKey')) WHERE rendition IS NOT NULL;

      CREATE TABLE expired_files (
        id uuid PRIMARY KEY,
        expired_at timestamptz(3) NOT NULL
      );

      CREATE TABLE visit_windows (
        file_id uuid NOT NULL,
        key text NOT NULL,
        visit_id uuid NOT NULL,
        seen_at timestamptz(3) NOT NULL,
        PRIMARY KEY (file_id, key)
      );
      CREATE INDEX visit_windows_by_age ON visit_windows (seen_at);

      CREATE TABLE account_plans (
        user_id uuid PRIMARY KEY,
        plan text NOT NULL,
        version int NOT NULL
      );

      CREATE TABLE discarded_objects (
        object_key text PRIMARY KEY,
        discarded_at timestamptz(3) NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE discarded_objects, account_plans, visit_windows, expired_files, files, reservations, uploads
    `);
  }
}
