import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Replaces the block range index for the retention of entries. Its ranges never narrow: once new entries reuse the
 * pages of deleted ones, each range holds old and new times, and every search reads the whole table. Replicas of the
 * version before use the new index.
 */
export class OrderEntriesByAge1795816800000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS entries_in_order_of_age');
    await runner.query('CREATE INDEX CONCURRENTLY entries_in_order_of_age ON entries (accessed_at)');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS entries_by_age');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS entries_by_age');
    await runner.query('CREATE INDEX CONCURRENTLY entries_by_age ON entries USING brin (accessed_at)');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS entries_in_order_of_age');
  }
}
