import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { MINUTE_MS } from '@waybill/contracts';
import { Jobs } from '@waybill/jobs';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource, In, LessThan } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { scanFile } from './scan-file.job.js';
import { VIRUS_SCAN_MODULE_OPTIONS, type VirusScanModuleOptions } from './virus-scan.module-options.js';
import { UNSCANNED } from './unscanned.js';

/** Age in milliseconds from which the job of a scan counts as lost. */
const LATE_MS = MINUTE_MS;
const BATCH = 1000;

/** Enqueues scans that failed or whose job was lost. */
@Injectable()
export class VirusScanSweep implements OnModuleInit {
  private startedAt = new Date(0);

  constructor(
    private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly sweeper: SweeperService,
    @Inject(VIRUS_SCAN_MODULE_OPTIONS) private readonly options: VirusScanModuleOptions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.startedAt = this.clock.now();
    this.sweeper.register('virus-scans', () => this.sweep());
  }

  async sweep(): Promise<void> {
    if (this.options.clamdUrl === null) {
      await this.openWaiting();
      return;
    }
    const now = this.clock.now();
    const due = await this.database.manager.query<{ id: string }[]>(
      `SELECT id FROM files
       WHERE scan_state IN ('pending', 'skipped') AND coalesce(scan_after, created_at + $2 * interval '1 ms') <= $1
       ORDER BY created_at LIMIT ${BATCH}`,
      [now, LATE_MS],
    );
    for (const { id } of due) await this.jobs.add(scanFile, { fileId: id }, { id });
  }

  /**
   * Opens files that waited when the scanner was removed from the settings. A file that waits since this worker started
   * shows that the files service has a scanner: during a rolling update, or because this worker lacks the variable.
   */
  private async openWaiting(): Promise<void> {
    const { manager } = this.database;
    const removed = { scanState: In(UNSCANNED), createdAt: LessThan(this.startedAt) };
    await manager.update(SharedFile, removed, { scanState: 'none' });
    const waiting = await manager.countBy(SharedFile, { scanState: In(UNSCANNED) });
    if (waiting === 0) return;
    this.logger.warn({ files: waiting }, 'Files wait for a virus scan, but this worker has no CLAMD_URL');
  }
}
