import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Queues the sums of existing days with many visits. They become due in an hour, when no replica of the previous
 * version counts visits any more.
 */
export class SumBusyDays1795440000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      INSERT INTO split_periods (file_id, grain, starts_at, due_at)
      SELECT file_id, sums.grain, sums.starts_at, greatest(now(), max(sums.starts_at + length)) + interval '1 hour'
      FROM period_views
      CROSS JOIN LATERAL (
        SELECT '6 hours' AS grain, starts_at + turn * interval '6 hours' AS starts_at, interval '6 hours' AS length
        FROM generate_series(0, 3) AS turn
        UNION ALL
        SELECT '7 days', date_bin(interval '7 days', starts_at, timestamptz 'epoch'), interval '7 days') AS sums
      WHERE period_views.grain = 'day' AND link_id = '00000000-0000-0000-0000-000000000000' AND views >= 256
      GROUP BY 1, 2, 3
      ON CONFLICT DO NOTHING`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DELETE FROM period_views WHERE grain IN ('7 days', '6 hours');
      DELETE FROM period_pages WHERE grain IN ('7 days', '6 hours');
      DELETE FROM split_periods WHERE grain IN ('7 days', '6 hours')`);
  }
}
