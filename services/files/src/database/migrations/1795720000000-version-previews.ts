import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Version of the rules by which a preview was made, so that previews of older rules are made again. */
export class VersionPreviews1795720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files ADD COLUMN preview_version int NOT NULL DEFAULT 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE files DROP COLUMN preview_version');
  }
}
