import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ReadingRepository } from '../reading/reading.repository.js';
import { FileRecordRepository } from '../records/file-record.repository.js';
import { partOf, periodEnd } from '../roll-ups/period.js';
import { PeriodRepository } from '../roll-ups/period.repository.js';
import {
  BusyPeriodRepository,
  type QueuedPeriod,
  type SplittablePeriod,
} from '../roll-ups/busy-period.repository.js';
import { summedBy } from '../roll-ups/sums.js';
import { hostOf } from '../visitors/host-of.js';

/** Entries read at once: an hour can have millions. */
const BATCH = 5000;
const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/** Entries of a period, oldest first. Skips entries that `EntryRollUpSweep` has yet to roll up. */
const ENTRIES = `
  SELECT id, accessed_at, accessed_at::text AS position, visitor, country_code AS country, city, device, system,
         browser_family AS browser, referer, coalesce(link_id, file_id) AS link, is_bot, pages_seen, completion
  FROM entries
  WHERE file_id = $1 AND visitor IS NOT NULL AND (accessed_at, id) > ($2::timestamptz, $3::uuid) AND accessed_at < $4
  ORDER BY accessed_at, id LIMIT ${BATCH}`;

interface SplitEntryRow {
  readonly id: string;
  readonly accessed_at: Date;
  readonly position: string;
  readonly visitor: Buffer;
  readonly country: string;
  readonly city: string;
  readonly device: string;
  readonly system: string;
  readonly browser: string;
  readonly referer: string;
  readonly link: string;
  readonly is_bot: boolean;
  readonly pages_seen: number;
  readonly completion: number;
}

/**
 * Rolls up periods with many visits by their parts, so that a report need not add up their entries. Adds up days and
 * hours in sums, so that a report reads fewer rows.
 */
@Injectable()
export class BusyPeriodSweep extends PeriodicSweep {
  constructor(
    private readonly database: DataSource,
    private readonly records: FileRecordRepository,
    private readonly busyPeriods: BusyPeriodRepository,
    private readonly periods: PeriodRepository,
    private readonly reading: ReadingRepository,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Rolling up busy periods failed', logger);
  }

  /**
   * Safe to run on several replicas at once: the lock of the record divides the work. Stops after the current period
   * at a shutdown: after an upgrade there can be years of visits to roll up.
   */
  async sweep(): Promise<void> {
    while (!this.isStopping) {
      const period = await this.busyPeriods.nextDue(this.database.manager);
      if (!period) return;
      await this.database.transaction((manager) => this.rollUp(manager, period));
    }
  }

  private async rollUp(manager: EntityManager, period: QueuedPeriod): Promise<void> {
    if (!(await this.records.lock(manager, period.fileId))) {
      // A replica of the previous version deleted the file, but not these rows.
      await manager.query('DELETE FROM split_periods WHERE file_id = $1', [period.fileId]);
      return;
    }
    if (!(await this.busyPeriods.markDone(manager, period))) return;
    if (isSplittable(period)) return this.split(manager, period);
    await this.periods.sumUp(manager, period);
    await this.reading.sumUp(manager, period);
  }

  private async split(manager: EntityManager, period: SplittablePeriod): Promise<void> {
    const { fileId, grain, startsAt } = period;
    const origins = new Map<string, { link: string; country: string }>();
    let after = { position: startsAt.toISOString(), id: LEAST_ID };
    for (;;) {
      const entries: SplitEntryRow[] = await manager.query(ENTRIES, [
        ...[fileId, after.position, after.id, periodEnd(grain, startsAt)],
      ]);
      await this.periods.addTo(
        manager,
        () => [partOf(grain)],
        entries.map((entry) => visitOf(fileId, entry)),
      );
      for (const { link, country, is_bot: isBot } of entries)
        if (!isBot) origins.set(`${link} ${country}`, { link, country });
      const last = entries.at(-1);
      if (!last || entries.length < BATCH) break;
      after = last;
    }
    if (origins.size > 0) await this.reading.split(manager, period, [...origins.values()]);
  }
}

function isSplittable(period: QueuedPeriod): period is SplittablePeriod {
  return summedBy(period.grain) === undefined;
}

function visitOf(fileId: string, entry: SplitEntryRow) {
  const { link, country, city, device, system, browser } = entry;
  return {
    fileId,
    linkId: link,
    isBot: entry.is_bot,
    accessedAt: entry.accessed_at,
    visitor: entry.visitor,
    completion: entry.pages_seen > 0 ? entry.completion : null,
    values: { country, city, device, system, browser, link, referrer: hostOf(entry.referer) },
  };
}
