import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAccounts1795219200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE accounts (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        email text NOT NULL,
        email_key text NOT NULL UNIQUE,
        password_hash text NOT NULL,
        activated_at timestamptz,
        plan text NOT NULL DEFAULT 'free',
        plan_version integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL
      )
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE accounts');
  }
}
