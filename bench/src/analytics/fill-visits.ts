import type { Client } from 'pg';

/** Days over which the visits of a file are spread. */
const DAYS = 365;
/** Combinations of country, city, device, system, browser, referrer and link. */
const PROFILES = 64;
/** Pages of the document. */
const PAGES = 30;

export const COUNTRY = 'DE';
export const BEGIN = '2025-01-01T00:00:00Z';
/** A time that begins and ends within an hour. */
export const ANY_TIME = { from: '2025-07-03T10:17:31Z', to: '2025-07-30T21:43:12Z' };

const EVERY_LINK = '00000000-0000-0000-0000-000000000000';

/** Properties of a visit from the number of its profile, `p`. */
const PROPERTIES = `
  (ARRAY['DE', 'FR', 'US', 'JP'])[1 + p % 4] AS country, 'City ' || p AS city,
  (ARRAY['desktop', 'mobile', 'tablet'])[1 + p % 3] AS device, 'System ' || p % 6 AS system, 'Browser ' || p % 7 AS browser,
  'site-' || p % 20 || '.example' AS referrer, CASE WHEN p < 32 THEN $1::uuid ELSE $2::uuid END AS link`;

/** Scopes of the roll-ups (services/analytics/src/roll-ups/scope.ts), of rows with `link` and `country`. */
const SCOPES = `
  CROSS JOIN LATERAL (VALUES ('${EVERY_LINK}'::uuid), (link),
    (left(encode(sha256(convert_to('${EVERY_LINK} ' || country, 'UTF8')), 'hex'), 32)::uuid),
    (left(encode(sha256(convert_to(link || ' ' || country, 'UTF8')), 'hex'), 32)::uuid)) AS scopes (scope)`;

const DIMENSIONS = ['country', 'city', 'device', 'system', 'browser', 'referrer', 'link'];

/**
 * Stores visits of a file and their roll-ups as the analytics service would have, spread evenly over a year.
 * @param linkId a link of the file besides its first one
 */
export async function fillVisits(
  client: Client,
  { fileId, linkId, visits }: { fileId: string; linkId: string; visits: number },
): Promise<void> {
  const ids = [fileId, linkId];
  await client.query('SET search_path = analytics');
  await client.query(
    `INSERT INTO entries (id, file_id, accessed_at, address, country_code, region, city, user_agent, browser,
       browser_family, system, device, referer, link_id, visitor, duration_ms, pages_seen, completion)
     SELECT gen_random_uuid(), $1, at, '203.0.113.' || turn % 250, country, '', city, 'Benchmark/1.0', browser, browser, system,
            device, 'https://' || referrer || '/', link, decode(md5((turn % 100000)::text), 'hex'), 9000, 3, 0.1
     FROM (SELECT turn, (turn::bigint * 37 % ${PROFILES})::int AS p,
             timestamptz '${BEGIN}' + turn * (interval '${DAYS} days' / $3::int) AS at
           FROM generate_series(0, $3::int - 1) AS turn) AS visit
     CROSS JOIN LATERAL (SELECT ${PROPERTIES}) AS properties`,
    [...ids, visits],
  );
  await client.query(
    `CREATE TEMPORARY TABLE cube AS
     SELECT date_trunc('hour', accessed_at, 'UTC') AS hour, link_id AS link, country_code AS country, city, device, system,
            browser_family AS browser, substr(rtrim(referer, '/'), 9) AS referrer, count(*)::int AS views,
            max(accessed_at) AS last_view_at
     FROM entries WHERE file_id = $1 GROUP BY 1, 2, 3, 4, 5, 6, 7, 8`,
    [fileId],
  );
  for (const grain of ['all', 'day', 'hour']) await fillPeriods(client, fileId, grain);
  await client.query(
    `INSERT INTO hourly_views SELECT $1, hour, sum(views), max(last_view_at) FROM cube GROUP BY hour`,
    [fileId],
  );
  await client.query('INSERT INTO country_views SELECT $1, country, sum(views) FROM cube GROUP BY country', [
    fileId,
  ]);
  await client.query(
    `UPDATE records SET total_views = $2, unique_visitors = least($2, 100000), unique_countries = 4, first_view_at = '${BEGIN}'
     WHERE file_id = $1`,
    [fileId, visits],
  );
  await fillPages(client, fileId);
  await client.query('DROP TABLE cube');
}

async function fillPeriods(client: Client, fileId: string, grain: string): Promise<void> {
  const start = grain === 'all' ? "timestamptz 'epoch'" : `date_trunc('${grain}', hour, 'UTC')`;
  const counts = DIMENSIONS.map(
    (
      name,
    ) => `SELECT scope, ${start} AS starts_at, '${name}' AS dimension, ${name}::text AS value, sum(views) AS views
      FROM cube ${SCOPES} GROUP BY 1, 2, 4`,
  );
  await client.query(
    `INSERT INTO period_views (file_id, link_id, is_bot, grain, starts_at, views, readers, completion, last_view_at,
       visitors, counts)
     SELECT $1, scope, false, '${grain}', starts_at, sums.views, sums.views, sums.views * 0.1, last_view_at,
            CASE WHEN sums.views > 500 THEN decode(repeat('03', 4096), 'hex')
              ELSE decode(left(repeat(md5(scope::text || starts_at), 500), 16 * sums.views::int), 'hex') END,
            counts
     FROM (SELECT scope, ${start} AS starts_at, sum(views)::int AS views, max(last_view_at) AS last_view_at
           FROM cube ${SCOPES} GROUP BY 1, 2) AS sums
     JOIN (SELECT scope, starts_at, jsonb_object_agg(dimension, by_value) AS counts
           FROM (SELECT scope, starts_at, dimension, jsonb_object_agg(value, views) AS by_value
                 FROM (${counts.join(' UNION ALL ')}) AS counted GROUP BY 1, 2, 3) AS dimensions
           GROUP BY 1, 2) AS breakdowns USING (scope, starts_at)`,
    [fileId],
  );
}

/**
 * Stores reading times by page: of every day, of the newest visits, which a report lists, and of the visits on the days
 * at both ends of `ANY_TIME`. Inserts rows in the order of visits and pages, as the service does.
 */
async function fillPages(client: Client, fileId: string): Promise<void> {
  await client.query(
    `INSERT INTO period_pages (file_id, link_id, grain, starts_at, page, views, total_ms, durations)
     SELECT $1, scope, period.grain, period.starts_at, page, views, views * 3000::bigint, jsonb_build_object('3000', views)
     FROM (SELECT link_id AS scope, grain, starts_at, views FROM period_views
           WHERE file_id = $1 AND grain <> 'hour') AS period
     CROSS JOIN generate_series(1, ${PAGES}) AS page`,
    [fileId],
  );
  await client.query(
    `INSERT INTO visit_pages (entry_id, file_id, page, ms)
     SELECT id, $1, page, 3000
     FROM (SELECT id, accessed_at FROM entries WHERE file_id = $1 ORDER BY accessed_at DESC LIMIT 2000) AS newest
     CROSS JOIN generate_series(1, 3) AS page
     ORDER BY accessed_at, page`,
    [fileId],
  );
  for (const end of [ANY_TIME.from, ANY_TIME.to])
    await client.query(
      `INSERT INTO visit_pages (entry_id, file_id, page, ms)
       SELECT id, $1, page, 3000 FROM entries CROSS JOIN generate_series(1, 3) AS page
       WHERE file_id = $1 AND accessed_at >= date_trunc('day', $2::timestamptz, 'UTC')
         AND accessed_at < date_trunc('day', $2::timestamptz, 'UTC') + interval '1 day'
       ORDER BY accessed_at, page
       ON CONFLICT DO NOTHING`,
      [fileId, end],
    );
}
