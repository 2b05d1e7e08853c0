import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Number of views of a file through its bundle, which are none of its first link. Earlier views stay with the first
 * link, as do those that a process of the previous version counts.
 */
export class CountViewsThroughBundles1795790000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files ADD COLUMN bundle_view_count int NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files DROP COLUMN bundle_view_count');
  }
}
