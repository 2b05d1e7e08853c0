import { wordsOf } from '@waybill/database';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds invitations, the suspension of accounts, and the indexes of the administrator's list of people. */
export class AdministerAccounts1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts ADD COLUMN suspended_at timestamptz;
      CREATE INDEX accounts_by_age ON accounts (created_at DESC, id DESC);
      CREATE INDEX accounts_by_words ON accounts USING gin (${wordsOf("name || ' ' || email")});

      CREATE TABLE invitations (
        email_key text PRIMARY KEY,
        token_hash bytea NOT NULL UNIQUE,
        email text NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX invitations_by_expiry ON invitations (expires_at)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE invitations;
      DROP INDEX accounts_by_words;
      DROP INDEX accounts_by_age;
      ALTER TABLE accounts DROP COLUMN suspended_at
    `);
  }
}
