import { Injectable } from '@nestjs/common';
import type { AnalyticsReport } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import type { FileRecord } from '../records/file-record.entity.js';
import { decompose, type Decomposition, PARTS, type PeriodRange, periodStart } from '../roll-ups/period.js';
import { type PointRow, presentHourlySeries, presentSeries } from './report.presenter.js';
import {
  EXACT_SERIES_UP_TO,
  exactSeries,
  HOURLY_SERIES,
  MAX_POINTS,
  periodSeries,
  tenMinuteSeries,
} from './report-queries.js';
import { entryCondition, isEverything, rollUpOf, type VisitFilter } from './visit-filter.js';

type Series = AnalyticsReport['series'];

/** The views that a curve ends at. */
interface CountedViews {
  readonly total: number;
  /** Division of the filter's time by which they were counted. */
  readonly decomposition: Decomposition;
}

/** Curve of the views: one point per view for few views, otherwise one per hour or day. */
@Injectable()
export class ReportSeriesService {
  async read(
    manager: EntityManager,
    record: FileRecord,
    filter: VisitFilter,
    counted: CountedViews,
  ): Promise<Series> {
    const { total } = counted;
    if (total <= EXACT_SERIES_UP_TO) {
      const parameters: unknown[] = [];
      const query = exactSeries(entryCondition(filter, parameters));
      const views: PointRow[] = await manager.query(query, parameters);
      // Entries older than the retention period are deleted. The roll-ups still have their views.
      if (views.length === total) return presentSeries(views);
    }
    if (!isEverything(filter)) return this.filtered(manager, filter, counted);
    const hours: PointRow[] = await manager.query(HOURLY_SERIES, [filter.fileId]);
    return presentHourlySeries(record.firstViewAt, hours);
  }

  /** Cumulative views of a filtered report: by the hour or day, and by ten minutes at the ends of its range. */
  private async filtered(
    manager: EntityManager,
    filter: VisitFilter,
    { total, decomposition }: CountedViews,
  ): Promise<Series> {
    const points = await this.wholePeriods(manager, filter, decomposition);
    for (const range of decomposition.rest) {
      const parameters: unknown[] = [];
      const query = tenMinuteSeries(entryCondition({ ...filter, ...range }, parameters));
      points.push(...(await manager.query<PointRow[]>(query, parameters)));
    }
    let views = 0;
    const curve = mergeWithinTenMinutes(points).map((point) => ({
      at: point.at,
      views: (views += point.views),
    }));
    const step = Math.ceil(curve.length / MAX_POINTS);
    const shown = curve.filter((_, index) => (curve.length - 1 - index) % step === 0);
    const last = shown.at(-1);
    if (last) shown[shown.length - 1] = { ...last, views: total };
    return presentSeries(shown);
  }

  /** Views of each day, hour and part of an hour. Sums of days or hours would make the curve coarse. */
  private async wholePeriods(
    manager: EntityManager,
    filter: VisitFilter,
    decomposition: Decomposition,
  ): Promise<PointRow[]> {
    const periods = decompose(filter).periods.map((period): PeriodRange =>
      period.grain === 'all' ? { ...period, grain: 'day' } : period,
    );
    const parts = decomposition.periods.filter(({ grain }) => PARTS.some(([, part]) => part === grain));
    if (periods.length + parts.length === 0) return [];
    const parameters: unknown[] = [];
    const query = periodSeries(rollUpOf(filter), [...periods, ...parts], parameters);
    return manager.query<PointRow[]>(query, parameters);
  }
}

/** One point per ten minutes, oldest first. Otherwise the curve would depend on whether an hour is split. */
function mergeWithinTenMinutes(points: readonly PointRow[]): PointRow[] {
  const merged = new Map<number, PointRow>();
  for (const point of [...points].sort((one, other) => one.at.getTime() - other.at.getTime())) {
    const start = periodStart('10 minutes', point.at).getTime();
    merged.set(start, { at: point.at, views: (merged.get(start)?.views ?? 0) + point.views });
  }
  return [...merged.values()];
}
