import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobScheduler } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { Between, DataSource, LessThanOrEqual } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { EXPIRY_JOB_HORIZON_MS, expireFile } from './expire-file.job.js';
import { ExpiryService } from './expiry.service.js';

const BATCH = 100;
/** Maximum number of jobs per sweep. Files without a job are expired by the next sweeps directly. */
const MAX_JOBS = 1000;

/** Expires all files that are due, in case their jobs were lost, and enqueues the jobs of files that are due soon. */
@Injectable()
export class ExpirySweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly expiry: ExpiryService,
    private readonly clock: Clock,
    private readonly sweeper: SweeperService,
    private readonly scheduler: JobScheduler,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('expiry', () => this.sweep());
  }

  async sweep(): Promise<void> {
    let expired: number;
    do {
      const due = await this.database.manager.find(SharedFile, {
        select: { id: true },
        where: { deleteAt: LessThanOrEqual(this.clock.now()) },
        order: { deleteAt: 'ASC' },
        take: BATCH,
      });
      expired = 0;
      for (const { id } of due) if (await this.expiry.expire(id)) expired += 1;
    } while (expired > 0);
    await this.enqueueNext();
  }

  /** Enqueues the jobs of files that expire before the next sweep, so that their bytes are deleted on time. */
  private async enqueueNext(): Promise<void> {
    const now = this.clock.now();
    const next = await this.database.manager.find(SharedFile, {
      select: { id: true, deleteAt: true },
      where: { deleteAt: Between(now, new Date(now.getTime() + EXPIRY_JOB_HORIZON_MS)) },
      order: { deleteAt: 'ASC' },
      take: MAX_JOBS,
    });
    for (const { id, deleteAt } of next) {
      if (deleteAt) this.scheduler.enqueue(expireFile, { fileId: id }, { id, runAt: deleteAt });
    }
  }
}
