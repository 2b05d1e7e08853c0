import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, LessThanOrEqual } from 'typeorm';
import { JobScheduler } from '@waybill/jobs';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { closeUpload } from './close-upload.js';
import { Upload } from './upload.entity.js';

const BATCH = 100;

/** Closes uploads whose lease ended, for example because their gateway crashed. */
@Injectable()
export class UploadSweep implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
    private readonly sweeper: SweeperService,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('uploads', () => this.sweep());
  }

  /** Safe to run concurrently: uploads that another run has locked are skipped. */
  async sweep(): Promise<void> {
    let closed: number;
    do {
      closed = await this.database.transaction(async (manager) => {
        const now = this.clock.now();
        const lapsed = await manager.find(Upload, {
          where: { leaseUntil: LessThanOrEqual(now) },
          take: BATCH,
          lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
        });
        const left = await this.deleteCommitted(manager, lapsed);
        for (const upload of left) await closeUpload(manager, upload, now);
        return lapsed.length;
      });
      if (closed > 0) this.scheduler.enqueue(deleteObjects, {});
    } while (closed === BATCH);
  }

  /** Deletes the committed uploads, which have no reservations or objects of their own left. @returns the others */
  private async deleteCommitted(manager: EntityManager, uploads: readonly Upload[]): Promise<Upload[]> {
    const committed = uploads.flatMap(({ id, committedAt }) => (committedAt ? [id] : []));
    if (committed.length > 0) await manager.query('DELETE FROM uploads WHERE id = ANY($1)', [committed]);
    return uploads.filter(({ committedAt }) => !committedAt);
  }
}
