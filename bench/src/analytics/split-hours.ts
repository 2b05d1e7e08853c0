import type { Client } from 'pg';
import { eventually } from '@waybill/testing';
import { ANY_TIME } from './fill-visits.js';

/**
 * Makes the analytics service split the hours with many visits on the days at both ends of `ANY_TIME`, and roll up all
 * days with many visits. A real installation splits all such hours, but the measured reports read only these.
 */
export async function splitHours(client: Client, fileId: string, log: (line: string) => void): Promise<void> {
  await client.query(
    `INSERT INTO split_periods (file_id, grain, starts_at, due_at)
     SELECT file_id, grain, starts_at, now() FROM period_views
     WHERE file_id = $1 AND grain = 'hour' AND link_id = '00000000-0000-0000-0000-000000000000' AND views >= 256
       AND date_trunc('day', starts_at, 'UTC') IN (
         SELECT date_trunc('day', at, 'UTC') FROM unnest($2::timestamptz[]) AS at)`,
    [fileId, [ANY_TIME.from, ANY_TIME.to]],
  );
  await client.query(
    `INSERT INTO split_periods (file_id, grain, starts_at, due_at)
     SELECT DISTINCT $1::uuid, sums.grain, sums.starts_at, now() FROM period_views
     CROSS JOIN LATERAL (
       SELECT '6 hours' AS grain, starts_at + turn * interval '6 hours' AS starts_at FROM generate_series(0, 3) AS turn
       UNION ALL SELECT '7 days', date_bin(interval '7 days', starts_at, timestamptz 'epoch')) AS sums
     WHERE file_id = $1 AND period_views.grain = 'day' AND link_id = '00000000-0000-0000-0000-000000000000' AND views >= 256`,
    [fileId],
  );
  const due = 'SELECT count(*)::int AS hours FROM split_periods WHERE due_at <= now()';
  await eventually(
    async () => {
      const { rows } = await client.query<{ hours: number }>(due);
      if (rows[0]?.hours !== 0) throw new Error(`${rows[0]?.hours} periods are not rolled up yet.`);
    },
    { timeoutMs: 300_000 },
  );
  const { rows } = await client.query<{ hours: number; visits: number; kib: Record<string, number> }>(
    `SELECT (SELECT count(*)::int FROM split_periods WHERE file_id = $1 AND grain = 'hour') AS hours,
            (SELECT coalesce(sum(views), 0)::int FROM period_views WHERE file_id = $1 AND grain = '10 minutes'
               AND link_id = '00000000-0000-0000-0000-000000000000') AS visits,
            json_build_object(
              'parts', (SELECT sum(pg_column_size(part.*)) / 1024 FROM period_views AS part
                        WHERE file_id = $1 AND grain IN ('10 minutes', 'minute', '10 seconds')),
              'parts of pages', (SELECT sum(pg_column_size(part.*)) / 1024 FROM period_pages AS part
                        WHERE file_id = $1 AND grain IN ('10 minutes', 'minute', '10 seconds')),
              'entries of a day', (SELECT sum(pg_column_size(entries.*)) / 1024 FROM entries
                        WHERE file_id = $1 AND accessed_at >= $2::timestamptz AND accessed_at < $2::timestamptz + interval '1 day'),
              'pages of its visits', (SELECT sum(pg_column_size(visit_pages.*)) / 1024 FROM visit_pages JOIN entries ON entry_id = id
                        WHERE entries.file_id = $1 AND accessed_at >= $2::timestamptz AND accessed_at < $2::timestamptz + interval '1 day')) AS kib`,
    [fileId, ANY_TIME.from.slice(0, 10)],
  );
  const [{ hours, visits, kib } = { hours: 0, visits: 0, kib: {} }] = rows;
  log(`  ${hours} hours with ${visits} visits are split; KiB without indexes: ${JSON.stringify(kib)}`);
}
