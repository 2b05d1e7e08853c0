import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the network of the reader, whose waiting conversions are limited. */
export class NetworkOfUnlockedPreviews1795710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE unlocked_previews ADD COLUMN network text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE unlocked_previews DROP COLUMN network');
  }
}
