import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Start of a visit and the reading time reported for it, which must not exceed the duration of the visit. */
export class TimeVisits1795323789000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE visit_windows
        ADD COLUMN started_at timestamptz NOT NULL DEFAULT now(),
        ADD COLUMN reported_ms bigint NOT NULL DEFAULT 0`);
    await runner.query('UPDATE visit_windows SET started_at = seen_at');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE visit_windows DROP COLUMN started_at, DROP COLUMN reported_ms');
  }
}
