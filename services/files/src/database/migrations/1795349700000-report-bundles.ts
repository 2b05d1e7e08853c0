import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One report of a bundle is a row for each of its files: the report stays while one of them exists. */
export class ReportBundles1795349700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reports ADD COLUMN report_id uuid, ADD COLUMN bundle_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE reports DROP COLUMN report_id, DROP COLUMN bundle_id');
  }
}
