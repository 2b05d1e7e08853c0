import { Injectable } from '@nestjs/common';
import type { AnalyticsReport } from '@waybill/contracts';
import type { EntityManager } from 'typeorm';
import type { FileRecord } from '../records/file-record.entity.js';
import { decompose, type PeriodRange } from '../roll-ups/period.js';
import { type PointRow, presentHourlySeries, presentSeries } from './report.presenter.js';
import {
  EXACT_SERIES_UP_TO,
  exactSeries,
  HOURLY_SERIES,
  MAX_POINTS,
  periodSeries,
} from './report-queries.js';
import { entryCondition, isEverything, rollUpOf, type VisitFilter } from './visit-filter.js';

type Series = AnalyticsReport['series'];

/** Curve of the views: one point per view for few views, otherwise one per hour or day. */
@Injectable()
export class ReportSeriesService {
  /** @param total views of the filter */
  async read(
    manager: EntityManager,
    record: FileRecord,
    filter: VisitFilter,
    total: number,
  ): Promise<Series> {
    if (total <= EXACT_SERIES_UP_TO) {
      const parameters: unknown[] = [];
      const query = exactSeries(entryCondition(filter, parameters));
      const views: PointRow[] = await manager.query(query, parameters);
      // Entries older than the retention period are deleted. The roll-ups still have their views.
      if (views.length === total) return presentSeries(views);
    }
    if (!isEverything(filter)) return this.periods(manager, filter, total);
    const hours: PointRow[] = await manager.query(HOURLY_SERIES, [filter.fileId]);
    return presentHourlySeries(record.firstViewAt, hours);
  }

  /**
   * Cumulative views of a filtered report. The last point includes the views at the ends of the range, which no whole
   * period covers.
   */
  private async periods(manager: EntityManager, filter: VisitFilter, total: number): Promise<Series> {
    const periods = decompose(filter).periods.map((period): PeriodRange =>
      period.grain === 'all' ? { ...period, grain: 'day' } : period,
    );
    if (periods.length === 0) return [];
    const parameters: unknown[] = [];
    const query = periodSeries(rollUpOf(filter), periods, parameters);
    const points: PointRow[] = await manager.query(query, parameters);
    let views = 0;
    const curve = points.map((point) => ({ at: point.at, views: (views += point.views) }));
    const step = Math.ceil(curve.length / MAX_POINTS);
    const shown = curve.filter((_, index) => (curve.length - 1 - index) % step === 0);
    const last = shown.at(-1);
    if (last) shown[shown.length - 1] = { ...last, views: total };
    return presentSeries(shown);
  }
}
