import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLinks1795322814000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE files
        ADD COLUMN is_first_link_active boolean NOT NULL DEFAULT true,
        ADD COLUMN first_link_name text,
        ADD COLUMN notifies_of_first_link boolean NOT NULL DEFAULT true;
      ALTER TABLE bundles
        ADD COLUMN is_first_link_active boolean NOT NULL DEFAULT true,
        ADD COLUMN first_link_name text,
        ADD COLUMN notifies_of_first_link boolean NOT NULL DEFAULT true;

      CREATE TABLE links (
        id uuid PRIMARY KEY,
        slug text NOT NULL,
        file_id uuid REFERENCES files ON DELETE CASCADE,
        bundle_id uuid REFERENCES bundles ON DELETE CASCADE,
        name text,
        created_at timestamptz(3) NOT NULL,
        delete_at timestamptz(3),
        password_hash text,
        gate_version int NOT NULL DEFAULT 0,
        download_limit int,
        downloads int NOT NULL DEFAULT 0,
        allow_download boolean NOT NULL DEFAULT true,
        require_email boolean NOT NULL DEFAULT false,
        verify_email boolean NOT NULL DEFAULT false,
        allowed_emails jsonb NOT NULL DEFAULT '[]',
        notify boolean NOT NULL DEFAULT true,
        is_active boolean NOT NULL DEFAULT true,
        revoked_at timestamptz(3),
        view_count int NOT NULL DEFAULT 0,
        version int NOT NULL DEFAULT 1,
        CHECK (num_nonnulls(file_id, bundle_id) = 1)
      );
      CREATE UNIQUE INDEX links_by_slug ON links (slug);
      CREATE INDEX links_of_file ON links (file_id, created_at DESC, id DESC) WHERE file_id IS NOT NULL;
      CREATE INDEX links_of_bundle ON links (bundle_id, created_at DESC, id DESC) WHERE bundle_id IS NOT NULL;

      CREATE TABLE link_sessions (
        id uuid PRIMARY KEY,
        link_id uuid NOT NULL REFERENCES links ON DELETE CASCADE,
        email text,
        visit_id uuid NOT NULL,
        opened_at timestamptz(3) NOT NULL
      );
      CREATE INDEX link_sessions_by_age ON link_sessions (opened_at);
      CREATE INDEX link_sessions_of_link ON link_sessions (link_id);

      CREATE TABLE link_downloads (
        session_id uuid NOT NULL REFERENCES link_sessions ON DELETE CASCADE,
        target_id uuid NOT NULL,
        counted_at timestamptz(3) NOT NULL,
        is_first_byte_served boolean NOT NULL,
        PRIMARY KEY (session_id, target_id)
      );

      CREATE TABLE link_codes (
        link_id uuid NOT NULL REFERENCES links ON DELETE CASCADE,
        email_key text NOT NULL,
        code_hash text NOT NULL,
        tries int NOT NULL,
        expires_at timestamptz(3) NOT NULL,
        PRIMARY KEY (link_id, email_key)
      );
      CREATE INDEX link_codes_by_expiry ON link_codes (expires_at);

      CREATE TABLE expired_link_targets (
        slug_hash text PRIMARY KEY,
        expired_at timestamptz(3) NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE expired_link_targets, link_codes, link_downloads, link_sessions, links;
      ALTER TABLE bundles
        DROP COLUMN is_first_link_active, DROP COLUMN first_link_name, DROP COLUMN notifies_of_first_link;
      ALTER TABLE files
        DROP COLUMN is_first_link_active, DROP COLUMN first_link_name, DROP COLUMN notifies_of_first_link;
    `);
  }
}
