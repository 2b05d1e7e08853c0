import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreatePasswordResets1795219200003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE password_resets (
        account_id uuid PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
        token_hash bytea NOT NULL UNIQUE,
        expires_at timestamptz NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE password_resets');
  }
}
