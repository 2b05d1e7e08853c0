import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexReportsOfBundles1795349701000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS reports_of_bundle');
    await runner.query(
      'CREATE INDEX CONCURRENTLY reports_of_bundle ON reports (report_id, id) WHERE report_id IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY reports_of_bundle');
  }
}
