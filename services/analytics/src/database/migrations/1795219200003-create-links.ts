import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateLinks1795219200003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE links (
        link_id uuid PRIMARY KEY,
        file_id uuid NOT NULL,
        recipient_name text NOT NULL
      );
      CREATE INDEX links_by_file ON links (file_id)
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE links');
  }
}
