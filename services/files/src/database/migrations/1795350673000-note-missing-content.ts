import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time when a download found that the object of the file is missing. */
export class NoteMissingContent1795350673000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files ADD COLUMN IF NOT EXISTS content_missing_at timestamptz(3)');
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS files_without_content');
    await runner.query(
      `CREATE INDEX CONCURRENTLY files_without_content ON files (content_missing_at)
       WHERE content_missing_at IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY files_without_content');
    await runner.query('ALTER TABLE files DROP COLUMN content_missing_at');
  }
}
