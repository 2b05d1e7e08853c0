import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sweep looks each minute for previews of older rules. */
export class IndexPreviewVersion1795720001000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS files_by_preview_version');
    await runner.query(`
      CREATE INDEX CONCURRENTLY files_by_preview_version ON files (mime_type, preview_version)
      WHERE preview_kind = 'office' AND preview_state = 'ready'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY files_by_preview_version');
  }
}
