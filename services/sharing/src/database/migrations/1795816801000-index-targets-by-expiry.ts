import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for the deletion of files and bundles that expired long ago. */
export class IndexTargetsByExpiry1795816801000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS targets_by_expiry');
    await runner.query(
      'CREATE INDEX CONCURRENTLY targets_by_expiry ON targets (delete_at) WHERE delete_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY targets_by_expiry');
  }
}
