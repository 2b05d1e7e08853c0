import { Injectable } from '@nestjs/common';
import type { AnalyticsReport, DataOf, fileRead } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import { addDurations, type Durations, medianOf, moveVisit, STEP_OF_MS } from '../roll-ups/page-durations.js';
import {
  type Decomposition,
  LENGTH_MS,
  partOf,
  periodEnd,
  periodStart,
  selectPeriods,
} from '../roll-ups/period.js';
import { PeriodRepository, type VisitOfReading } from '../roll-ups/period.repository.js';
import { secondsOf } from '../rounding.js';
import { scopeOf, scopesOf } from '../roll-ups/scope.js';
import { BusyPeriodRepository, type SplittablePeriod } from '../roll-ups/busy-period.repository.js';
import { summedBy, type SumPeriod } from '../roll-ups/sums.js';

type Reading = DataOf<typeof fileRead>;

interface ReadEntryRow {
  readonly accessed_at: Date;
  readonly link_id: string;
  readonly country_code: string;
  readonly pages_seen: number;
  readonly completion: number;
}

interface PageRow {
  readonly page: number;
  readonly views: number;
  readonly total_ms: string;
  readonly durations: Durations;
}

/**
 * Reading of the visits that began at one end of a range. Summed up by page in SQL, because even less than an hour can
 * have thousands of visits.
 */
const READING_OF_REST = `
  SELECT page, sum(views)::int AS views, sum(ms) AS total_ms, jsonb_object_agg(step, views) AS durations
  FROM (
    SELECT page, ${STEP_OF_MS} AS step, count(*) AS views, sum(ms) AS ms
    FROM entries JOIN visit_pages ON entry_id = id
    WHERE entries.file_id = $1 AND NOT is_bot AND accessed_at >= $2 AND accessed_at < $3
      AND ($4::uuid IS NULL OR link_id = $4) AND ($5::text IS NULL OR country_code = $5)
    GROUP BY 1, 2) AS steps
  GROUP BY page`;

/** Rolls up the reading of a period by its parts, for each scope of the link and country of a visit. */
const READING_OF_PARTS = `
  INSERT INTO period_pages (file_id, link_id, grain, starts_at, page, views, total_ms, durations)
  SELECT $1, scope, $4, starts_at, page, sum(views), sum(ms), jsonb_object_agg(step, views)
  FROM (
    SELECT scope, date_bin(make_interval(secs => $5), accessed_at, timestamptz 'epoch') AS starts_at, page,
           ${STEP_OF_MS} AS step, count(*) AS views, sum(ms) AS ms
    FROM entries JOIN visit_pages ON entry_id = id
    JOIN jsonb_to_recordset($6) AS scopes (link uuid, country text, scope uuid)
      ON link = coalesce(link_id, entries.file_id) AND country = country_code
    WHERE entries.file_id = $1 AND NOT is_bot AND visitor IS NOT NULL AND accessed_at >= $2 AND accessed_at < $3
    GROUP BY 1, 2, 3, 4) AS steps
  GROUP BY scope, starts_at, page`;

/** Adds up the reading of the days or hours of a sum. */
const READING_OF_SUM = `
  WITH summed AS (
    SELECT link_id, page, views, total_ms, durations FROM period_pages
    WHERE file_id = $1 AND grain = $4 AND starts_at >= $3 AND starts_at < $5),
  totals AS (SELECT link_id, page, sum(views) AS views, sum(total_ms) AS total_ms FROM summed GROUP BY 1, 2),
  steps AS (
    SELECT link_id, page, jsonb_object_agg(step, visits) AS durations
    FROM (SELECT link_id, page, step, sum(visits::int) AS visits
          FROM summed CROSS JOIN jsonb_each_text(durations) AS duration (step, visits) GROUP BY 1, 2, 3) AS added
    GROUP BY 1, 2)
  INSERT INTO period_pages (file_id, link_id, grain, starts_at, page, views, total_ms, durations)
  SELECT $1, link_id, $2, $3, page, views, total_ms, coalesce(durations, '{}')
  FROM totals LEFT JOIN steps USING (link_id, page)`;

interface PeriodPageRow extends PageRow {
  readonly link_id: string;
  readonly grain: string;
  readonly starts_at: Date;
}

interface PageSum {
  views: number;
  ms: number;
  readonly durations: Durations;
}

/** Reading times of pages, by visit and rolled up by link and period. */
@Injectable()
export class ReadingRepository {
  constructor(
    private readonly periods: PeriodRepository,
    private readonly busyPeriods: BusyPeriodRepository,
  ) {}

  /**
   * Adds a reading report to its visit, and to the periods that contain the visit.
   * @param manager transaction that holds the lock of the file's record
   * @returns whether the visit has an entry of a person
   */
  async add(manager: EntityManager, { fileId, visitId, pages, pageCount }: Reading): Promise<boolean> {
    const [entry]: ReadEntryRow[] = await manager.query(
      `SELECT accessed_at, link_id, country_code, pages_seen, completion FROM entries
       WHERE id = $1 AND file_id = $2 AND NOT is_bot`,
      [visitId, fileId],
    );
    if (!entry || pages.length === 0) return entry !== undefined;
    const known: { page: number; ms: string }[] = await manager.query(
      'SELECT page, ms FROM visit_pages WHERE entry_id = $1',
      [visitId],
    );
    const before = new Map(known.map(({ page, ms }) => [page, Number(ms)]));
    const after = new Map(before);
    for (const { page, ms } of pages) after.set(page, (after.get(page) ?? 0) + ms);
    const changed = [...new Set(pages.map(({ page }) => page))];
    const completion = Math.min(1, after.size / Math.max(1, pageCount));
    await manager.query(
      `INSERT INTO visit_pages (entry_id, file_id, page, ms) SELECT $1, $2, * FROM unnest($3::int[], $4::bigint[])
       ON CONFLICT (entry_id, page) DO UPDATE SET ms = excluded.ms`,
      [visitId, fileId, changed, changed.map((page) => after.get(page))],
    );
    await manager.query(
      'UPDATE entries SET duration_ms = duration_ms + $2, pages_seen = $3, completion = $4 WHERE id = $1',
      [visitId, pages.reduce((sum, { ms }) => sum + ms, 0), after.size, completion],
    );
    const { link_id: linkId, country_code: country, accessed_at: accessedAt } = entry;
    const grainsOf = await this.busyPeriods.grainsOf(manager, [{ fileId, accessedAt }]);
    const visit = { fileId, linkId, country, accessedAt, grains: grainsOf({ fileId, accessedAt }) };
    await this.periods.addReading(manager, visit, {
      readers: entry.pages_seen === 0 ? 1 : 0,
      completion: completion - entry.completion,
    });
    const changes = changed.map((page) => ({
      page,
      before: before.get(page) ?? 0,
      after: after.get(page) ?? 0,
    }));
    await this.addToPeriods(manager, visit, changes);
    return true;
  }

  /** Reading of each page by the visits of a filter, in the order of pages. */
  async pages(
    manager: EntityManager,
    filter: { readonly fileId: string; readonly link: string | null; readonly country: string | null },
    { periods, rest }: Decomposition,
  ): Promise<AnalyticsReport['pages']> {
    const sums = new Map<number, PageSum>();
    const add = ({ page, views, total_ms, durations }: PageRow) => {
      const sum = sums.get(page) ?? { views: 0, ms: 0, durations: {} };
      sum.views += views;
      sum.ms += Number(total_ms);
      addDurations(sum.durations, durations);
      sums.set(page, sum);
    };
    const { fileId, link, country } = filter;
    if (periods.length > 0) {
      const parameters: unknown[] = [fileId, scopeOf(link, country)];
      const select =
        'SELECT page, views, total_ms, durations FROM period_pages WHERE file_id = $1 AND link_id = $2';
      const rows: PageRow[] = await manager.query(selectPeriods(select, periods, parameters), parameters);
      rows.forEach(add);
    }
    for (const { from, to } of rest) {
      const rows: PageRow[] = await manager.query(READING_OF_REST, [fileId, from, to, link, country]);
      rows.forEach(add);
    }
    return [...sums]
      .sort(([one], [other]) => one - other)
      .map(([page, { views, ms, durations }]) => ({
        page,
        views,
        totalSeconds: secondsOf(ms),
        medianSeconds: secondsOf(medianOf(durations)),
      }));
  }

  /**
   * Rolls up the reading of a period by its parts.
   * @param origins links and countries of its visits
   */
  async split(
    manager: EntityManager,
    { fileId, grain, startsAt }: SplittablePeriod,
    origins: readonly { readonly link: string; readonly country: string }[],
  ): Promise<void> {
    const part = partOf(grain);
    const scopes = origins.flatMap(({ link, country }) =>
      scopesOf(link, country).map((scope) => ({ link, country, scope })),
    );
    await manager.query(READING_OF_PARTS, [
      ...[fileId, startsAt, periodEnd(grain, startsAt), part, LENGTH_MS[part] / 1000],
      JSON.stringify(scopes),
    ]);
  }

  /** Rolls up the reading of a sum. */
  async sumUp(
    manager: EntityManager,
    { fileId, grain, startsAt }: SumPeriod & { readonly fileId: string },
  ): Promise<void> {
    await manager.query(READING_OF_SUM, [
      ...[fileId, grain, startsAt, summedBy(grain), periodEnd(grain, startsAt)],
    ]);
  }

  private async addToPeriods(
    manager: EntityManager,
    { fileId, linkId, country, accessedAt, grains }: VisitOfReading,
    changes: readonly { readonly page: number; readonly before: number; readonly after: number }[],
  ): Promise<void> {
    const keys = scopesOf(linkId, country).flatMap((scope) =>
      grains.map((grain) => ({ link_id: scope, grain, starts_at: periodStart(grain, accessedAt) })),
    );
    const stored: PeriodPageRow[] = await manager.query(
      `SELECT link_id, grain, starts_at, page, views, total_ms, durations FROM period_pages
       JOIN jsonb_to_recordset($2) AS key (link_id uuid, grain text, starts_at timestamptz)
         USING (link_id, grain, starts_at)
       WHERE file_id = $1 AND page = ANY($3)`,
      [fileId, JSON.stringify(keys), changes.map(({ page }) => page)],
    );
    const nameOf = (row: { link_id: string; grain: string; starts_at: Date; page: number }) =>
      [row.link_id, row.grain, row.starts_at.getTime(), row.page].join(' ');
    const byName = new Map(stored.map((row) => [nameOf(row), row]));
    const rows = keys.flatMap((key) =>
      changes.map(({ page, before, after }) => {
        const row = byName.get(nameOf({ ...key, page }));
        const durations = { ...row?.durations };
        moveVisit(durations, before, after);
        const views = (row?.views ?? 0) + (before === 0 ? 1 : 0);
        return { ...key, page, views, total_ms: Number(row?.total_ms ?? 0) + after - before, durations };
      }),
    );
    await manager.query(
      `INSERT INTO period_pages (file_id, link_id, grain, starts_at, page, views, total_ms, durations)
       SELECT $1, link_id, grain, starts_at, page, views, total_ms, durations FROM jsonb_to_recordset($2) AS row (
         link_id uuid, grain text, starts_at timestamptz, page int, views int, total_ms bigint, durations jsonb)
       ON CONFLICT (file_id, link_id, grain, starts_at, page) DO UPDATE SET
         views = excluded.views, total_ms = excluded.total_ms, durations = excluded.durations`,
      [fileId, JSON.stringify(rows)],
    );
  }
}
