import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { fileExpired } from '@waybill/contracts';
import { Performs } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { DataSource, LessThanOrEqual } from 'typeorm';
import type { z } from 'zod';
import { eraseFile } from '../catalogue/erase-file.js';
import { SharedFile } from '../catalogue/shared-file.entity.js';
import { disposeObjects } from '../disposal/dispose-objects.job.js';
import { JobHints } from '../sweep/job-hints.js';
import { expireFile } from './expire-file.job.js';
import { ExpiredFile } from './expired-file.entity.js';
import { isDue } from './expiry.rules.js';

const BATCH = 100;

/** Carries out what the clock already made true: an expired file's row and bytes go, its id stays. */
@Injectable()
export class Expiry {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly hints: JobHints,
  ) {}

  @Performs(expireFile)
  async perform({ fileId }: z.infer<typeof expireFile.data>): Promise<void> {
    await this.expire(fileId);
  }

  /** Expires whatever is due, so that nothing depends on its job having come by. */
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
      for (const { id } of due) if (await this.expire(id)) expired += 1;
    } while (expired > 0);
  }

  /** @returns whether this call did it: not when the file is not due, or gone already */
  private async expire(fileId: string): Promise<boolean> {
    const done = await this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const lock = { mode: 'pessimistic_write' } as const;
      const file = await manager.findOne(SharedFile, { where: { id: fileId }, lock });
      if (!file || !isDue(file.deleteAt, now)) return false;
      await eraseFile(manager, file, now);
      await manager.insert(ExpiredFile, { id: fileId, expiredAt: now });
      await this.outbox.add(manager, fileExpired, fileId, { fileId, wasAnonymous: file.userId === null });
      return true;
    });
    if (done) this.hints.give(disposeObjects, {});
    return done;
  }
}
