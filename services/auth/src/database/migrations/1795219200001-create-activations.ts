import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateActivations1795219200001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE activations (
        token_hash bytea PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        name text NOT NULL,
        password_hash text NOT NULL,
        browser_id uuid,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX activations_by_account ON activations (account_id);
      CREATE INDEX activations_by_expiry ON activations (expires_at)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE activations');
  }
}
