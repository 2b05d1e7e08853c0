import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of reading reports that arrive before their visits. */
export class KeepEarlyReading1795469000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE early_reading (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        visit_id uuid NOT NULL,
        file_id uuid NOT NULL,
        reading jsonb NOT NULL,
        kept_at timestamptz NOT NULL
      );
      CREATE INDEX early_reading_by_visit ON early_reading (visit_id);
      CREATE INDEX early_reading_by_file ON early_reading (file_id);
      CREATE INDEX early_reading_by_age ON early_reading (kept_at)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE early_reading');
  }
}
