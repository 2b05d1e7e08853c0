import { Injectable, type OnModuleInit } from '@nestjs/common';
import { MINUTE_MS } from '@waybill/contracts';
import { Jobs } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { makePreview } from './make-preview.job.js';
import { discardOutdatedPreviews } from './outdated-previews.js';
import { TempWorkspace } from './temp-workspace.js';

/** Age in milliseconds from which a preview's job, or a folder's worker, counts as lost. */
const LATE_MS = 10 * MINUTE_MS;
const BATCH = 200;

/** Enqueues previews whose job was lost or whose rules have changed, and removes folders of crashed workers. */
@Injectable()
export class PreviewSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly jobs: Jobs,
    private readonly workspace: TempWorkspace,
    private readonly clock: Clock,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('previews', () => this.sweep());
  }

  async sweep(): Promise<void> {
    const now = this.clock.now();
    const late = new Date(now.getTime() - LATE_MS);
    await this.workspace.removeOlderThan(late);
    await this.database.transaction((manager) => discardOutdatedPreviews(manager, BATCH, now));
    const missing = await this.database.manager.find(SharedFile, {
      select: { id: true },
      where: [
        { previewState: 'pending', createdAt: LessThanOrEqual(late) },
        { previewState: 'pending', previewLeaseUntil: LessThanOrEqual(now) },
      ],
      order: { createdAt: 'ASC' },
      take: BATCH,
    });
    for (const { id } of missing) await this.jobs.add(makePreview, { fileId: id }, { id });
  }
}
