import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds invitations and the suspension of accounts. */
export class AdministerAccounts1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE accounts ADD COLUMN suspended_at timestamptz;

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
      ALTER TABLE accounts DROP COLUMN suspended_at
    `);
  }
}
