import { Inject, Injectable } from '@nestjs/common';
import { Clock, LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { DAY_MS } from '@waybill/contracts';
import { ANALYTICS_MODULE_OPTIONS, type AnalyticsModuleOptions } from '../analytics.module-options.js';
import { LENGTH_MS, PARTS } from '../roll-ups/period.js';

/** Entries deleted by one statement. Limits the time for which its locks are held. */
const BATCH = 10_000;

/** The oldest entries from before $1, at most $2. The order makes PostgreSQL read them by their index. */
export const OLDEST_ENTRIES =
  'SELECT id FROM entries WHERE accessed_at < $1 ORDER BY accessed_at LIMIT $2 FOR UPDATE SKIP LOCKED';

/**
 * Deletes entries, and parts of split hours, that are older than the retention period. Other counters stay, so totals
 * and charts do not change.
 */
@Injectable()
export class VisitRetentionSweep extends PeriodicSweep {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(ANALYTICS_MODULE_OPTIONS) private readonly options: AnalyticsModuleOptions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Deleting old entries of visits failed', logger);
  }

  /** Does nothing without a retention period. Safe to run on several replicas at once. */
  async sweep(): Promise<void> {
    const { visitRetentionDays } = this.options;
    if (visitRetentionDays === null) return;
    const retainedSince = new Date(this.clock.now().getTime() - visitRetentionDays * DAY_MS);
    let deleted: number;
    do {
      [, deleted] = await this.database.query<[unknown[], number]>(
        `DELETE FROM entries WHERE id = ANY (ARRAY(${OLDEST_ENTRIES}))`,
        [retainedSince, BATCH],
      );
    } while (deleted === BATCH && !this.isStopping);
    for (const [grain, part] of PARTS) {
      for (const table of ['period_views', 'period_pages'])
        await this.database.query(`DELETE FROM ${table} WHERE grain = '${part}' AND starts_at <= $1`, [
          new Date(retainedSince.getTime() - LENGTH_MS[part]),
        ]);
      await this.database.query('DELETE FROM split_periods WHERE grain = $1 AND starts_at <= $2', [
        grain,
        new Date(retainedSince.getTime() - LENGTH_MS[grain]),
      ]);
    }
  }
}
