import { Injectable } from '@nestjs/common';
import type { AnalyticsReport, exportEntries, getAnalytics, InputOf, OutputOf } from '@waybill/contracts';
import { DataSource, type EntityManager } from 'typeorm';
import { cursorPage, decodeCursor } from '@waybill/database';
import { ReadingRepository } from '../reading/reading.repository.js';
import { FileRecord } from '../records/file-record.entity.js';
import { BusyPeriodRepository } from '../roll-ups/busy-period.repository.js';
import type { Tally } from '../roll-ups/tally.js';
import { shareOf } from '../rounding.js';
import { linksIn, presentBreakdown, presentLinks } from './breakdown.presenter.js';
import {
  type CountryRow,
  nameOfCountry,
  presentCountry,
  presentEntry,
  presentFile,
  presentSummary,
  type ReportedEntry,
} from './report.presenter.js';
import { entriesBefore } from './entry-range.js';
import { LinkNameRepository } from './link-name.repository.js';
import { ALL_COUNTRIES, COUNTRIES, PAGE_SIZE, TOP_COUNTRIES } from './report-queries.js';
import { ReportSeriesService } from './report-series.service.js';
import { requireOwner } from './report.policy.js';
import { entryCondition, isEverything, type VisitFilter, visitFilterOf } from './visit-filter.js';
import { VisitTallyService } from './visit-tally.service.js';

/** Entries per page of an export. */
const EXPORT_PAGE_SIZE = 1000;

type Page = Pick<AnalyticsReport, 'analytics' | 'nextCursor'>;

/** Report of a file or bundle: summary, entries, charts and reading. */
@Injectable()
export class ReportService {
  constructor(
    private readonly database: DataSource,
    private readonly tallies: VisitTallyService,
    private readonly series: ReportSeriesService,
    private readonly reading: ReadingRepository,
    private readonly busyPeriods: BusyPeriodRepository,
    private readonly linkNames: LinkNameRepository,
  ) {}

  /**
   * Reads all parts in one snapshot, so that they agree while new visits arrive.
   * @throws AppError `analytics.not-found`, `files.forbidden`, `files.login-required`, `request.invalid`
   */
  async report(input: InputOf<typeof getAnalytics>): Promise<AnalyticsReport> {
    const filter = visitFilterOf(input);
    return this.database.transaction('REPEATABLE READ', async (manager) => {
      const record = requireOwner(
        await manager.findOneBy(FileRecord, { fileId: input.fileId }),
        input.caller,
      );
      const page = await this.page(manager, filter, input.cursor, { size: PAGE_SIZE, withPages: true });
      const decomposition = await this.busyPeriods.decompose(manager, filter.fileId, filter);
      const tally = await this.tallies.read(manager, filter, decomposition);
      const { counts } = tally;
      const isAll = isEverything(filter);
      const total = isAll ? record.totalViews : tally.views;
      const series = await this.series.read(manager, record, filter, { total, decomposition });
      return {
        file: presentFile(record),
        ...page,
        summary: isAll ? presentSummary(record) : await this.summary(manager, filter, tally, series),
        series,
        countries: await this.countries(manager, filter, tally),
        allCountries: await this.allCountries(manager, filter),
        pages: await this.reading.pages(manager, filter, decomposition),
        completion: shareOf(tally.readers === 0 ? 0 : tally.completion / tally.readers),
        devices: presentBreakdown(counts.device),
        systems: presentBreakdown(counts.system),
        browsers: presentBreakdown(counts.browser),
        referrers: presentBreakdown(counts.referrer, 'Direct'),
        cities: presentBreakdown(counts.city),
        links: presentLinks(
          input.fileId,
          counts.link,
          await this.linkNames.namesOf(manager, input.fileId, linksIn(counts.link)),
        ),
      };
    });
  }

  /** A page of entries of an export. @throws AppError as `report` */
  async entries(input: InputOf<typeof exportEntries>): Promise<OutputOf<typeof exportEntries>> {
    const { manager } = this.database;
    const record = requireOwner(await manager.findOneBy(FileRecord, { fileId: input.fileId }), input.caller);
    const page = await this.page(manager, visitFilterOf(input), input.cursor, {
      size: EXPORT_PAGE_SIZE,
      withPages: false,
    });
    return { ...page, originalName: record.originalName };
  }

  private async page(
    manager: EntityManager,
    filter: VisitFilter,
    cursor: string | null,
    { size, withPages }: { readonly size: number; readonly withPages: boolean },
  ): Promise<Page> {
    const { text, parameters } = entriesBefore(filter, decodeCursor(cursor), { size, withPages });
    const rows: ReportedEntry[] = await manager.query(text, [...parameters]);
    const positions = rows.map((entry) => ({ entry, createdAt: entry.accessedAt, id: entry.id }));
    const { page, nextCursor } = cursorPage(positions, size);
    return { analytics: page.map(({ entry }) => presentEntry(entry)), nextCursor };
  }

  private async summary(
    manager: EntityManager,
    filter: VisitFilter,
    tally: Tally,
    [point]: AnalyticsReport['series'],
  ): Promise<AnalyticsReport['summary']> {
    const parameters: unknown[] = [];
    const condition = entryCondition(filter, parameters);
    const [first]: { at: Date }[] = await manager.query(
      `SELECT accessed_at AS at FROM entries WHERE ${condition} ORDER BY accessed_at, id LIMIT 1`,
      parameters,
    );
    // Entries older than the retention period are deleted. The curve still has their views.
    const [firstView = null] = [first?.at.toISOString(), point?.at].filter((at) => at !== undefined).sort();
    return {
      totalViews: tally.views,
      uniqueVisitors: tally.visitors.count,
      uniqueCountries: Object.keys(tally.counts.country).filter((code) => code !== '').length,
      firstView,
    };
  }

  private async countries(
    manager: EntityManager,
    filter: VisitFilter,
    { counts }: Tally,
  ): Promise<AnalyticsReport['countries']> {
    const rows: CountryRow[] = isEverything(filter)
      ? await manager.query(COUNTRIES, [filter.fileId])
      : Object.entries(counts.country)
          .map(([countryCode, count]) => ({ countryCode, count }))
          .sort((one, other) => other.count - one.count || (one.countryCode < other.countryCode ? -1 : 1))
          .slice(0, TOP_COUNTRIES);
    return rows.map(presentCountry);
  }

  private async allCountries(manager: EntityManager, { fileId }: VisitFilter): Promise<string[]> {
    const rows: Pick<CountryRow, 'countryCode'>[] = await manager.query(ALL_COUNTRIES, [fileId]);
    return rows.map(({ countryCode }) => nameOfCountry(countryCode)).sort();
  }
}
