import type { MigrationInterface, QueryRunner } from 'typeorm';

export class IndexPreviewStart1795324800000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS files_by_preview_start');
    await runner.query(`
      CREATE INDEX CONCURRENTLY files_by_preview_start ON files (preview_started_at)
      WHERE preview_started_at IS NOT NULL
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX files_by_preview_start');
  }
}
