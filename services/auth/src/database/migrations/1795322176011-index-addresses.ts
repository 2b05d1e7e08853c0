import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Index for searches by a prefix of the address, in byte order whatever the locale of the database. */
export class IndexAddresses1795322176011 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS accounts_by_address');
    await runner.query('CREATE INDEX CONCURRENTLY accounts_by_address ON accounts (email_key COLLATE "C")');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY accounts_by_address');
  }
}
