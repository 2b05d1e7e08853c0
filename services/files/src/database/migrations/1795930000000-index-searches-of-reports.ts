import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds reports by reason, by the address of their sender, and by bundle. */
export class IndexSearchesOfReports1795930000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS reports_by_reason');
    await runner.query(`
      CREATE INDEX CONCURRENTLY reports_by_reason ON reports (reason, (state = 'open'), created_at, id)
    `);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS reports_by_sender');
    await runner.query(`
      CREATE INDEX CONCURRENTLY reports_by_sender ON reports (lower(email)) WHERE email IS NOT NULL
    `);
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS reports_about_bundle');
    await runner.query(`
      CREATE INDEX CONCURRENTLY reports_about_bundle ON reports (bundle_id) WHERE bundle_id IS NOT NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY reports_about_bundle');
    await runner.query('DROP INDEX CONCURRENTLY reports_by_sender');
    await runner.query('DROP INDEX CONCURRENTLY reports_by_reason');
  }
}
