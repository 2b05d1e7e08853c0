import type { Client } from 'pg';
import { eventually } from '@waybill/testing';
import { ANY_TIME } from './fill-visits.js';

/**
 * Has the analytics service split the hours with many visits, on the days at both ends of `ANY_TIME`. An installation splits
 * all such hours; a report reads no others.
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
  const due = 'SELECT count(*)::int AS hours FROM split_periods WHERE due_at <= now()';
  await eventually(
    async () => {
      const { rows } = await client.query<{ hours: number }>(due);
      if (rows[0]?.hours !== 0) throw new Error(`${rows[0]?.hours} hours are not split yet.`);
    },
    { timeoutMs: 300_000 },
  );
  const { rows } = await client.query<{ hours: number; views: number; pages: number }>(
    `SELECT (SELECT count(*)::int FROM split_periods WHERE file_id = $1) AS hours,
            (SELECT count(*)::int FROM period_views WHERE file_id = $1 AND grain = '10 minutes') AS views,
            (SELECT count(*)::int FROM period_pages WHERE file_id = $1 AND grain = '10 minutes') AS pages`,
    [fileId],
  );
  log(`  ${rows[0]?.hours} hours are split into ${rows[0]?.views} rows, and ${rows[0]?.pages} of pages`);
}
