import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Schedules retries of failed scans, and indexes the files that wait for a scan. */
export class ScheduleScans1795322176003 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files ADD COLUMN IF NOT EXISTS scan_after timestamptz(3)');
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS files_without_scan');
    await runner.query(
      `CREATE INDEX CONCURRENTLY files_without_scan ON files (created_at)
       WHERE scan_state IN ('pending', 'skipped')`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY files_without_scan');
    await runner.query('ALTER TABLE files DROP COLUMN scan_after');
  }
}
