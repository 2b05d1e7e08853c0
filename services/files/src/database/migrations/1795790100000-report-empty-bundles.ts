import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gives a report of a bundle a row of its own beside those of its files. It is deleted with the bundle, so that the
 * report remains while the bundle exists, also without a file.
 */
export class ReportEmptyBundles1795790100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // The previous version leaves out rows with this null: it lists a report only with its file.
    await runner.query(`
      ALTER TABLE reports ALTER COLUMN file_id DROP NOT NULL,
        ADD COLUMN own_bundle_id uuid REFERENCES bundles ON DELETE CASCADE;
      INSERT INTO reports (id, own_bundle_id, bundle_id, reason, message, email, created_at, state)
      SELECT DISTINCT ON (report_id) report_id, bundle_id, bundle_id, reason, message, email, reports.created_at, state
      FROM reports JOIN bundles ON bundles.id = bundle_id
      WHERE report_id IS NOT NULL ORDER BY report_id, (state = 'open') DESC
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM reports WHERE file_id IS NULL;
      ALTER TABLE reports DROP COLUMN own_bundle_id, ALTER COLUMN file_id SET NOT NULL
    `);
  }
}
