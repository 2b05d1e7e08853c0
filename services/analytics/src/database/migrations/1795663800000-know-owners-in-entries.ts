import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks the entries of owners, so that a resumed visit of an owner is not taken for a stranger's. False in rows of the
 * previous version: their visits last for at most another half an hour.
 */
export class KnowOwnersInEntries1795663800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE entries ADD COLUMN is_owner boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE entries DROP COLUMN is_owner');
  }
}
