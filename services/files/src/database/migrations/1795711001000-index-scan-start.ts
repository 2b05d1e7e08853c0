import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexScanStart1795711001000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS files_by_scan_start');
    await runner.query(`
      CREATE INDEX CONCURRENTLY files_by_scan_start ON files (scan_started_at)
      WHERE scan_started_at IS NOT NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY files_by_scan_start');
  }
}
