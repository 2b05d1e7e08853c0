import { type PeriodRange, selectPeriods } from '../roll-ups/period.js';
import { dimensions } from '../roll-ups/tally.js';
import { bundleLinkName } from './link-name.repository.js';

/**
 * Queries of a report. Each reads a bounded number of rows, independent of the number of visits: one page of an
 * index, one row per country, one row per hour with visits.
 */

export const PAGE_SIZE = 100;
/** Up to this number of views, the curve has one point per view. */
export const EXACT_SERIES_UP_TO = 100;
/** Points of a curve at most. */
export const MAX_POINTS = 199;
/** Countries that a report shows at most. */
export const TOP_COUNTRIES = 10;

/** Pages that a visit saw, at most 500: a document with thousands of pages must not inflate the report. */
const PAGES_OF_VISIT = `
         (SELECT coalesce(json_agg(json_build_object('page', page, 'seconds', round(ms / 100.0) / 10)), '[]')
          FROM (SELECT page, ms FROM visit_pages WHERE entry_id = entries.id ORDER BY page LIMIT 500) AS seen) AS pages,`;

/**
 * Entries before a position, newest first.
 * @param condition see `entryCondition`
 * @param position numbers of the parameters for time, id and number of entries
 * @param withPages whether to include the pages that each visit saw
 */
export const entriesPage = (
  condition: string,
  position: readonly [number, number, number],
  withPages: boolean,
): string => `
  SELECT entries.id, accessed_at AS "accessedAt", address AS "ipAddress", country_code AS "countryCode", region, city,
         user_agent AS "userAgent", browser, device, system AS os, referer, links.recipient_name AS "sharedWith",
         duration_ms::float8 AS "durationMs", pages_seen AS "pagesSeen", completion,
         CASE WHEN coalesce(entries.link_id, entries.file_id) = entries.file_id THEN
           json_build_object('id', entries.file_id, 'slug', entries.file_id, 'name', share_links.name)
         WHEN entries.link_id = entries.bundle_id THEN
           json_build_object('id', entries.bundle_id, 'slug', entries.bundle_id,
                             'name', coalesce(share_links.name, ${bundleLinkName('bundles.original_name')}))
         WHEN share_links.link_id IS NOT NULL THEN
           json_build_object('id', share_links.link_id, 'slug', share_links.slug, 'name', share_links.name)
         WHEN former.link_id IS NOT NULL THEN
           json_build_object('id', former.link_id, 'slug', former.slug, 'name', former.name) END AS link,${
             withPages ? PAGES_OF_VISIT : ''
           }
         nullif(email, '') AS email, is_bot AS "isBot"
  FROM entries
  LEFT JOIN links ON links.link_id = via AND links.file_id = entries.file_id
  LEFT JOIN share_links ON share_links.link_id = coalesce(entries.link_id, entries.file_id)
  LEFT JOIN links_of_deleted_bundles AS former
    ON former.file_id = entries.file_id AND former.link_id = entries.link_id
  LEFT JOIN records AS bundles ON bundles.file_id = entries.bundle_id AND entries.link_id = entries.bundle_id
  WHERE ${condition} AND (accessed_at, entries.id) < ($${position[0]}::timestamptz, $${position[1]}::uuid)
  ORDER BY accessed_at DESC, entries.id DESC
  LIMIT $${position[2]}`;

/** A position newer than every entry. */
export const NEWEST = { createdAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export const COUNTRIES = `
  SELECT country_code AS "countryCode", views AS count FROM country_views
  WHERE file_id = $1 ORDER BY views DESC, country_code LIMIT ${TOP_COUNTRIES}`;

export const ALL_COUNTRIES = `SELECT country_code AS "countryCode" FROM country_views WHERE file_id = $1`;

/** One point per view. */
export const exactSeries = (condition: string): string => `
  SELECT accessed_at AS at, (row_number() OVER (ORDER BY accessed_at, id))::int AS views FROM entries
  WHERE ${condition} ORDER BY accessed_at, id LIMIT ${EXACT_SERIES_UP_TO}`;

/**
 * Views of whole periods, without their breakdowns.
 * @param parameters of the statement; those of the condition are appended
 */
export function periodSeries(
  { fileId, scope, audiences }: { fileId: string; scope: string; audiences: readonly boolean[] },
  periods: readonly PeriodRange[],
  parameters: unknown[],
): string {
  parameters.push(fileId, scope, audiences);
  const select =
    'SELECT starts_at, last_view_at, views FROM period_views WHERE file_id = $1 AND link_id = $2 AND is_bot = ANY($3)';
  return `
  SELECT max(last_view_at) AS at, sum(views)::int AS views
  FROM (${selectPeriods(select, periods, parameters)}) AS period
  GROUP BY starts_at ORDER BY starts_at`;
}

/** Views of each ten minutes. For the ends of a range, which whole periods do not cover. */
export const tenMinuteSeries = (condition: string): string => `
  SELECT max(accessed_at) AS at, count(*)::int AS views FROM entries
  WHERE ${condition} GROUP BY floor(extract(epoch FROM accessed_at) / 600)`;

/**
 * Number of visits by property and value, as an array of rows. Computed for all properties in one pass over the visits.
 */
const COUNTS_OF_VISITS = `
  SELECT json_agg(json_build_array(dimension, value, views))
  FROM (
    SELECT CASE 0 ${dimensions.map((dimension) => `WHEN grouping(${dimension}) THEN '${dimension}'`).join(' ')} END AS dimension,
           coalesce(${dimensions.join(', ')}) AS value, count(*) AS views
    FROM visit
    GROUP BY GROUPING SETS (${dimensions.map((dimension) => `(${dimension})`).join(', ')})) AS counted`;

/**
 * Sums up entries at one end of a range, oldest first, into one row: even less than an hour can have thousands of
 * entries. The time is also compared on its own, because PostgreSQL does not infer from the row comparison that the
 * range is short.
 * @param position numbers of the parameters for time, id and number of entries
 */
export const entriesAtEnd = (condition: string, position: readonly [number, number, number]): string => `
  WITH visit AS MATERIALIZED (
    SELECT id, accessed_at, substr(visitor, 1, 8) AS visitor, country_code AS country, city, device, system,
           browser_family AS browser, referer AS referrer, coalesce(link_id, file_id)::text AS link, pages_seen, completion
    FROM entries
    WHERE ${condition} AND accessed_at >= $${position[0]}::timestamptz
      AND (accessed_at, id) > ($${position[0]}::timestamptz, $${position[1]}::uuid)
    ORDER BY accessed_at, id
    LIMIT $${position[2]}),
  newest AS (SELECT id, accessed_at FROM visit ORDER BY accessed_at DESC, id DESC LIMIT 1)
  SELECT count(*)::int AS views, max(accessed_at) AS last_view_at,
         (count(*) FILTER (WHERE pages_seen > 0))::int AS readers,
         coalesce(sum(completion) FILTER (WHERE pages_seen > 0), 0) AS completion,
         string_agg(DISTINCT visitor, '') AS visitors, (${COUNTS_OF_VISITS}) AS counts,
         (SELECT id FROM newest) AS id, (SELECT accessed_at::text FROM newest) AS position
  FROM visit`;

/**
 * Running total of views at the last view of each hour. With more hours than points, takes every n-th hour counted
 * back from the last, so that the curve always ends at the total.
 */
export const HOURLY_SERIES = `
  SELECT at, views FROM (
    SELECT last_view_at AS at, (sum(views) OVER (ORDER BY hour))::int AS views,
           row_number() OVER (ORDER BY hour DESC) - 1 AS from_the_end, count(*) OVER () AS hours
    FROM hourly_views WHERE file_id = $1) AS points
  WHERE from_the_end % ceil(hours / ${MAX_POINTS}.0)::int = 0
  ORDER BY at`;
