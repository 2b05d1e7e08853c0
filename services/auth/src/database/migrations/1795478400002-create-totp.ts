import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateTotp1795478400002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE totp_secrets (
        account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        wrapped_secret text NOT NULL,
        confirmed_at timestamptz,
        last_step bigint
      );
      CREATE TABLE recovery_codes (
        account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        code_hash bytea NOT NULL,
        PRIMARY KEY (account_id, code_hash)
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recovery_codes; DROP TABLE totp_secrets');
  }
}
