import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks targets that only count as opened because their creation was not consumed, and targets that are no longer
 * served. Replicas of the version before ignore both marks.
 */
export class KnowUnopenedTargets1795678800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE targets ADD COLUMN is_assumed_opened boolean NOT NULL DEFAULT false,
        ADD COLUMN is_unavailable boolean NOT NULL DEFAULT false
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE targets DROP COLUMN is_unavailable, DROP COLUMN is_assumed_opened');
  }
}
