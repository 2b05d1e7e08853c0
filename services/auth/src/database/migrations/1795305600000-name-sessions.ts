import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the public id and the user agent by which an owner recognises a session. */
export class NameSessions1795305600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE sessions
        ADD COLUMN id uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
        ADD COLUMN user_agent text NOT NULL DEFAULT ''
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE sessions DROP COLUMN id, DROP COLUMN user_agent');
  }
}
