import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the queue of periods with many visits, which are also rolled up by their parts. Existing periods become due in
 * an hour, when no replica of the previous version counts visits any more.
 */
export class SplitPeriods1795424400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE split_periods (
        file_id uuid NOT NULL,
        grain text NOT NULL,
        starts_at timestamptz NOT NULL,
        due_at timestamptz,
        PRIMARY KEY (file_id, grain, starts_at)
      );
      CREATE INDEX split_periods_due ON split_periods (due_at) WHERE due_at IS NOT NULL;
      CREATE INDEX split_periods_by_age ON split_periods (grain, starts_at);
      INSERT INTO split_periods (file_id, grain, starts_at, due_at)
      SELECT file_id, grain, starts_at, greatest(now(), starts_at + interval '1 hour') + interval '1 hour' FROM period_views
      WHERE grain = 'hour' AND link_id = '00000000-0000-0000-0000-000000000000' AND views >= 256
      ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM period_views WHERE grain NOT IN ('all', 'day', 'hour');
      DELETE FROM period_pages WHERE grain NOT IN ('all', 'day', 'hour');
      DROP TABLE split_periods`);
  }
}
