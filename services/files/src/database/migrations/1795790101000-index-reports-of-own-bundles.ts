import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the reports that are deleted with a bundle. */
export class IndexReportsOfOwnBundles1795790101000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS reports_of_own_bundle');
    await runner.query(`
      CREATE INDEX CONCURRENTLY reports_of_own_bundle ON reports (own_bundle_id)
      WHERE own_bundle_id IS NOT NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY reports_of_own_bundle');
  }
}
