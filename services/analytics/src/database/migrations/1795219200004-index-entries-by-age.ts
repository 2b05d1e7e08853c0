import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Index for the retention of entries. Entries are inserted almost in order of time, so a block range index suffices.
 */
export class IndexEntriesByAge1795219200004 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS entries_by_age');
    await runner.query('CREATE INDEX CONCURRENTLY entries_by_age ON entries USING brin (accessed_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY entries_by_age');
  }
}
