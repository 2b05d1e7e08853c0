import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes for the retention of the parts of hours. Partial, because hours and days are kept: recording a visit in them
 * does not update the indexes.
 */
export class IndexPartsByAge1795424401000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['period_views', 'period_pages']) {
      // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
      await runner.query(`DROP INDEX CONCURRENTLY IF EXISTS ${table}_parts_by_age`);
      await runner.query(
        `CREATE INDEX CONCURRENTLY ${table}_parts_by_age ON ${table} (grain, starts_at)
         WHERE grain IN ('10 minutes', 'minute', '10 seconds')`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['period_views', 'period_pages'])
      await runner.query(`DROP INDEX CONCURRENTLY ${table}_parts_by_age`);
  }
}
