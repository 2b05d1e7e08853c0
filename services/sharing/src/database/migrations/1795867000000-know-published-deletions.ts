import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks deleted targets whose webhook event was recorded with the deletion, so that an upload that is consumed later
 * does not record it again. Replicas of the version before ignore the mark.
 */
export class KnowPublishedDeletions1795867000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE targets ADD COLUMN is_deletion_published boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE targets DROP COLUMN is_deletion_published');
  }
}
