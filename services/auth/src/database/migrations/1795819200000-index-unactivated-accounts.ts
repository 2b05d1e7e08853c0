import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for the sweep of accounts that were never activated. Created without blocking sign-ups. */
export class IndexUnactivatedAccounts1795819200000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS unactivated_accounts');
    await runner.query(
      'CREATE INDEX CONCURRENTLY unactivated_accounts ON accounts (id) WHERE activated_at IS NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY unactivated_accounts');
  }
}
