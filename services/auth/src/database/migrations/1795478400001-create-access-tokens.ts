import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccessTokens1795478400001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE access_tokens (
        id uuid PRIMARY KEY,
        token_hash bytea NOT NULL UNIQUE,
        account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        name text NOT NULL,
        scopes text[] NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz,
        last_used_at timestamptz
      );
      CREATE INDEX access_tokens_by_account ON access_tokens (account_id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE access_tokens');
  }
}
