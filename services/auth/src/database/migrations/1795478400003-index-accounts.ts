import { wordsOf } from '@waybill/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes of the administrator's list of people. Created without blocking sign-ups and log-ins. */
export class IndexAccounts1795478400003 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // An interrupted CREATE INDEX CONCURRENTLY leaves an invalid index behind.
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS accounts_by_age');
    await runner.query('CREATE INDEX CONCURRENTLY accounts_by_age ON accounts (created_at DESC, id DESC)');
    await runner.query('DROP INDEX CONCURRENTLY IF EXISTS accounts_by_words');
    await runner.query(
      `CREATE INDEX CONCURRENTLY accounts_by_words ON accounts USING gin (${wordsOf("name || ' ' || email")})`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX CONCURRENTLY accounts_by_words');
    await runner.query('DROP INDEX CONCURRENTLY accounts_by_age');
  }
}
