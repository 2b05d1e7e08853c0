import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateBundles1795322200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bundles (
        id uuid PRIMARY KEY,
        user_id uuid,
        browser_id uuid,
        name text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        delete_at timestamptz(3),
        password_hash text,
        password_version int NOT NULL DEFAULT 0,
        view_count int NOT NULL DEFAULT 0,
        version int NOT NULL DEFAULT 1,
        CHECK (num_nonnulls(user_id, browser_id) = 1)
      );
      CREATE INDEX bundles_of_user ON bundles (user_id, created_at DESC, id DESC) WHERE user_id IS NOT NULL;
      CREATE INDEX bundles_of_browser ON bundles (browser_id, created_at DESC, id DESC)
        WHERE browser_id IS NOT NULL;
      CREATE INDEX bundles_due ON bundles (delete_at) WHERE delete_at IS NOT NULL;

      CREATE TABLE bundle_files (
        file_id uuid PRIMARY KEY REFERENCES files ON DELETE CASCADE,
        bundle_id uuid NOT NULL REFERENCES bundles ON DELETE CASCADE,
        path text NOT NULL,
        position int NOT NULL
      );
      CREATE INDEX bundle_files_in_order ON bundle_files (bundle_id, position, path);

      CREATE TABLE expired_bundles (
        id uuid PRIMARY KEY,
        expired_at timestamptz(3) NOT NULL
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE expired_bundles, bundle_files, bundles');
  }
}
