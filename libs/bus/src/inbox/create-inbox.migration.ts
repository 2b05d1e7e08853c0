import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateInbox1767225600001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE inbox (
        event_id uuid PRIMARY KEY,
        handled_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX inbox_handled_at ON inbox (handled_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE inbox');
  }
}
