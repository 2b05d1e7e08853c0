/**
 * Queries of a report. Each reads a bounded number of rows, independent of the number of visits: one page of an
 * index, one row per country, one row per hour with visits.
 */

export const PAGE_SIZE = 100;
/** Up to this number of views, the curve has one point per view. */
export const EXACT_SERIES_UP_TO = 100;
const MAX_BUCKET_POINTS = 199;
const TOP_COUNTRIES = 10;

/** Entries before a position, newest first. Reads one more than a page, to detect a next page. */
export const ENTRIES_PAGE = `
  SELECT entries.id, accessed_at AS "accessedAt", address AS "ipAddress", country_code AS "countryCode", city,
         user_agent AS "userAgent", browser, referer, recipient_name AS "sharedWith"
  FROM entries LEFT JOIN links ON link_id = via AND links.file_id = entries.file_id
  WHERE entries.file_id = $1 AND (accessed_at, entries.id) < ($2::timestamptz, $3::uuid)
  ORDER BY accessed_at DESC, entries.id DESC
  LIMIT ${PAGE_SIZE + 1}`;

/** A position newer than every entry. */
export const NEWEST = { accessedAt: 'infinity', id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };

export const COUNTRIES = `
  SELECT country_code AS "countryCode", views AS count FROM country_views
  WHERE file_id = $1 ORDER BY views DESC, country_code LIMIT ${TOP_COUNTRIES}`;

/** One point per view. */
export const EXACT_SERIES = `
  SELECT accessed_at AS at, (row_number() OVER (ORDER BY accessed_at, id))::int AS views FROM entries
  WHERE file_id = $1 ORDER BY accessed_at, id LIMIT ${EXACT_SERIES_UP_TO}`;

/**
 * Running total of views at the last view of each hour. With more hours than points, takes every n-th hour counted
 * back from the last, so that the curve always ends at the total.
 */
export const HOURLY_SERIES = `
  SELECT at, views FROM (
    SELECT last_view_at AS at, (sum(views) OVER (ORDER BY hour))::int AS views,
           row_number() OVER (ORDER BY hour DESC) - 1 AS from_the_end, count(*) OVER () AS hours
    FROM hourly_views WHERE file_id = $1) AS points
  WHERE from_the_end % ceil(hours / ${MAX_BUCKET_POINTS}.0)::int = 0
  ORDER BY at`;
