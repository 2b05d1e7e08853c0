import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the network of the reader, whose waiting conversions are limited, and an index for the deletion of a file. */
export class NetworkOfUnlockedPreviews1795710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE unlocked_previews ADD COLUMN network text;
      CREATE INDEX unlocked_previews_by_file ON unlocked_previews (file_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX unlocked_previews_by_file;
      ALTER TABLE unlocked_previews DROP COLUMN network;
    `);
  }
}
