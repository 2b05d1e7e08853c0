import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Index for the deletion of a file or bundle, which reads no other views. The owner in the primary key is unknown where
 * the views of a claimed file were counted before its claim was consumed.
 */
export class IndexDailyViewsOfTargets1795816802000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS daily_views_of_target');
    await runner.query('CREATE INDEX CONCURRENTLY daily_views_of_target ON daily_views (target_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY daily_views_of_target');
  }
}
