import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The deletion of a file deletes its unlocked previews. */
export class IndexUnlockedPreviewsOfFiles1795710001000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS unlocked_previews_by_file');
    await runner.query('CREATE INDEX CONCURRENTLY unlocked_previews_by_file ON unlocked_previews (file_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY unlocked_previews_by_file');
  }
}
