import { Injectable } from '@nestjs/common';
import type { AnalyticsReport, getAnalytics, InputOf } from '@waybill/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { FileRecord } from '../records/file-record.entity.js';
import { decodeCursor, encodeCursor } from './cursor.js';
import {
  type CountryRow,
  type EntryRow,
  type PointRow,
  presentCountry,
  presentEntry,
  presentFile,
  presentHourlySeries,
  presentSeries,
  presentSummary,
} from './report.presenter.js';
import {
  COUNTRIES,
  ENTRIES_PAGE,
  EXACT_SERIES,
  EXACT_SERIES_UP_TO,
  HOURLY_SERIES,
  NEWEST,
  PAGE_SIZE,
} from './report-queries.js';
import { requireOwner } from './report.policy.js';

/** Report of a file: summary, entries and charts. */
@Injectable()
export class ReportService {
  constructor(private readonly database: DataSource) {}

  /**
   * Reads summary, entries and charts in one snapshot, so that they agree while new visits arrive.
   * @throws AppError `analytics.not-found`, `files.forbidden`, `files.login-required`, `request.invalid`
   */
  async report({ fileId, caller, cursor }: InputOf<typeof getAnalytics>): Promise<AnalyticsReport> {
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      const record = requireOwner(await manager.findOneBy(FileRecord, { fileId }), caller);
      const page = await this.page(manager, fileId, cursor);
      const countries: CountryRow[] = await manager.query(COUNTRIES, [fileId]);
      return {
        file: presentFile(record),
        ...page,
        summary: presentSummary(record),
        series: await this.series(manager, record),
        countries: countries.map(presentCountry),
      };
    });
  }

  private async page(
    manager: EntityManager,
    fileId: string,
    cursor: string | null,
  ): Promise<Pick<AnalyticsReport, 'analytics' | 'nextCursor'>> {
    const { accessedAt, id } = cursor === null ? NEWEST : decodeCursor(cursor);
    const rows: EntryRow[] = await manager.query(ENTRIES_PAGE, [fileId, accessedAt, id]);
    const entries = rows.slice(0, PAGE_SIZE);
    const oldest = entries.at(-1);
    return {
      analytics: entries.map(presentEntry),
      nextCursor: oldest && rows.length > PAGE_SIZE ? encodeCursor(oldest) : null,
    };
  }

  private async series(
    manager: EntityManager,
    { fileId, totalViews, firstViewAt }: FileRecord,
  ): Promise<AnalyticsReport['series']> {
    if (totalViews <= EXACT_SERIES_UP_TO) {
      const views: PointRow[] = await manager.query(EXACT_SERIES, [fileId]);
      // Entries older than the retention period are deleted. The hours still have their views.
      if (views.length === totalViews) return presentSeries(views);
    }
    const hours: PointRow[] = await manager.query(HOURLY_SERIES, [fileId]);
    return presentHourlySeries(firstViewAt, hours);
  }
}
