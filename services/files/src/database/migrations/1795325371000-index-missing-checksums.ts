import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for the sweep that enqueues files without a checksum, from before uploads computed it. */
export class IndexMissingChecksums1795325371000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS files_without_checksum');
    await runner.query(
      'CREATE INDEX CONCURRENTLY files_without_checksum ON files (created_at DESC) WHERE crc32 IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY files_without_checksum');
  }
}
