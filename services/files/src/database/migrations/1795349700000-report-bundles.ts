import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores a report of a bundle as one row per file, so that the report remains while any of the files exists. */
export class ReportBundles1795349700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reports ADD COLUMN report_id uuid, ADD COLUMN bundle_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reports DROP COLUMN report_id, DROP COLUMN bundle_id');
  }
}
