import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks targets that were opened only by visits that are never mailed. Replicas of the version before ignore the mark,
 * and a target that they open has none, so that no first view is mailed twice.
 */
export class KnowFirstViewsDue1795730400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE targets ADD COLUMN is_first_view_due boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE targets DROP COLUMN is_first_view_due');
  }
}
