import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateReports1795322176001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE reports (
        id uuid PRIMARY KEY,
        file_id uuid NOT NULL REFERENCES files ON DELETE CASCADE,
        reason text NOT NULL,
        message text,
        email text,
        created_at timestamptz(3) NOT NULL,
        state text NOT NULL
      );
      CREATE INDEX reports_of_file ON reports (file_id);
      CREATE INDEX reports_by_state ON reports ((state = 'open'), created_at, id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE reports');
  }
}
