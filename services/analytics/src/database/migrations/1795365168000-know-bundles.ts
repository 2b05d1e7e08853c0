import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Distinguishes bundles from files, because the overview links to different reports for them. */
export class KnowBundles1795365168000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE records ADD COLUMN of_bundle boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE records DROP COLUMN of_bundle');
  }
}
