import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { disposeObjects } from '../disposal/dispose-objects.job.js';
import { JobHints } from '../sweep/job-hints.js';
import { closeUpload } from './close-upload.js';
import { Upload } from './upload.entity.js';

const BATCH = 100;

/** Closes uploads that nobody has renewed in time: a gateway that died leaves nothing behind. */
@Injectable()
export class UploadSweep {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    private readonly hints: JobHints,
  ) {}

  /** Safe to run twice at once: each run takes uploads that no other has in hand. */
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
        for (const upload of lapsed) await closeUpload(manager, upload, now);
        return lapsed.length;
      });
      if (closed > 0) this.hints.give(disposeObjects, {});
    } while (closed === BATCH);
  }
}
