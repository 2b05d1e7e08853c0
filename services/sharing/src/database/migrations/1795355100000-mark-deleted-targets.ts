import type { MigrationInterface, QueryRunner } from 'typeorm';

export class MarkDeletedTargets1795355100000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE targets ADD COLUMN IF NOT EXISTS deleted_at timestamptz');
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS targets_deleted');
    await runner.query(
      'CREATE INDEX CONCURRENTLY targets_deleted ON targets (deleted_at) WHERE deleted_at IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY targets_deleted');
    await runner.query('DELETE FROM targets WHERE deleted_at IS NOT NULL');
    await runner.query('ALTER TABLE targets DROP COLUMN deleted_at');
  }
}
