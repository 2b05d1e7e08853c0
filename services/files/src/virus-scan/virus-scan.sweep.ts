import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { MINUTE_MS } from '@waybill/contracts';
import { Jobs } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { DataSource, In } from 'typeorm';
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
  constructor(
    private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
    private readonly sweeper: SweeperService,
    @Inject(VIRUS_SCAN_MODULE_OPTIONS) private readonly options: VirusScanModuleOptions,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('virus-scans', () => this.sweep());
  }

  async sweep(): Promise<void> {
    if (this.options.clamdUrl === null) {
      await this.database.manager.update(SharedFile, { scanState: In(UNSCANNED) }, { scanState: 'none' });
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
}
