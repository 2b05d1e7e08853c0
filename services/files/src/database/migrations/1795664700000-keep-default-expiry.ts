import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Keeps the expiry that a bundle was given by default, to know whether its owner chose another. Null for bundles of
 * before, and for those that a process of the previous version creates.
 */
export class KeepDefaultExpiry1795664700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bundles ADD COLUMN default_delete_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE bundles DROP COLUMN default_delete_at');
  }
}
