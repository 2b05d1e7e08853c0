import type { MigrationInterface, QueryRunner } from 'typeorm';

/** For overviews, which link to the report of a file or of a bundle. */
export class KnowBundles1795365168000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE records ADD COLUMN of_bundle boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE records DROP COLUMN of_bundle');
  }
}
