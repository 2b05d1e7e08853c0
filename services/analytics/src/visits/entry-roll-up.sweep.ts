import { Inject, Injectable } from '@nestjs/common';
import { readUserAgent } from '@waybill/service-kit/user-agent';
import { LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { ANALYTICS_MODULE_OPTIONS, type AnalyticsModuleOptions } from '../analytics.module-options.js';
import { FileRecordRepository } from '../records/file-record.repository.js';
import { PeriodRepository } from '../roll-ups/period.repository.js';
import { locateAddress } from '../visitors/geo-ip.js';
import { newestSaltOf, visitorHash } from '../visitors/visitor-hash.js';
import { hostOf } from '../visitors/host-of.js';

/** Entries per transaction. Limits the time for which their file is locked. */
const BATCH = 1000;

interface OldEntry {
  readonly id: string;
  readonly accessed_at: Date;
  readonly address: string;
  readonly country_code: string;
  readonly city: string;
  readonly user_agent: string;
  readonly referer: string;
}

/**
 * Derives the dimensions of entries that earlier versions stored, and rolls them up. Totals and hourly counters already
 * include these entries.
 */
@Injectable()
export class EntryRollUpSweep extends PeriodicSweep {
  constructor(
    private readonly database: DataSource,
    private readonly records: FileRecordRepository,
    private readonly periods: PeriodRepository,
    @Inject(ANALYTICS_MODULE_OPTIONS) private readonly options: AnalyticsModuleOptions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Rolling up entries of an earlier version failed', logger);
  }

  /** Safe to run on several replicas at once: the lock of the record divides the work. */
  async sweep(): Promise<void> {
    while (!this.isStopping) {
      const [row]: { file_id: string }[] = await this.database.query(
        'SELECT file_id FROM entries WHERE visitor IS NULL LIMIT 1',
      );
      if (!row) return;
      const rolledUp = await this.database.transaction((manager) => this.rollUp(manager, row.file_id));
      if (rolledUp === 0) return;
    }
  }

  private async rollUp(manager: EntityManager, fileId: string): Promise<number> {
    if (!(await this.records.lock(manager, fileId))) return 0;
    const entries: OldEntry[] = await manager.query(
      `SELECT id, accessed_at, address, country_code, city, user_agent, referer FROM entries
       WHERE file_id = $1 AND visitor IS NULL LIMIT ${BATCH}`,
      [fileId],
    );
    const salt = newestSaltOf(this.options.visitorSalts);
    const visits = await Promise.all(
      entries.map(async (entry) => {
        const { address, user_agent: userAgent } = entry;
        const agent = readUserAgent(userAgent);
        const { region } = await locateAddress(address);
        return { entry, agent, region, visitor: visitorHash(salt, { fileId, address, userAgent }) };
      }),
    );
    const rows = visits.map(({ entry, agent, region, visitor }) => ({
      id: entry.id,
      region,
      device: agent.device,
      system: agent.system,
      browser_family: agent.browser,
      visitor: visitor.toString('base64'),
    }));
    await manager.query(
      `UPDATE entries SET region = row.region, device = row.device, system = row.system,
         browser_family = row.browser_family, link_id = $2, visitor = decode(row.visitor, 'base64')
       FROM jsonb_to_recordset($1) AS row (
         id uuid, region text, device text, system text, browser_family text, visitor text)
       WHERE entries.id = row.id`,
      [JSON.stringify(rows), fileId],
    );
    await this.periods.add(
      manager,
      visits.map(({ entry, agent, visitor }) => ({
        fileId,
        linkId: fileId,
        isBot: false,
        accessedAt: entry.accessed_at,
        visitor,
        values: {
          country: entry.country_code,
          city: entry.city,
          device: agent.device,
          system: agent.system,
          browser: agent.browser,
          referrer: hostOf(entry.referer),
          link: fileId,
        },
      })),
    );
    return visits.length;
  }
}
