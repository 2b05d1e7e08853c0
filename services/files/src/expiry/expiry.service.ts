import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { fileExpired } from '@waybill/contracts';
import { JobScheduler, Performs } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import { deleteFileRows } from '../file/delete-file-rows.js';
import { ExpiredFile } from '../file/expired-file.entity.js';
import { isExpired } from '../file/expiry.policy.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { keepExpiredSlugs } from '../link/keep-expired-slugs.js';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { expireFile } from './expire-file.job.js';

/**
 * Deletes row and bytes of a file that expired. Keeps its id, unless its first link is off: the address of such a file
 * answers "not found" before and after its expiry. The file has been unavailable since `deleteAt`.
 */
@Injectable()
export class ExpiryService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
  ) {}

  @Performs(expireFile)
  async perform({ fileId }: z.infer<typeof expireFile.data>): Promise<void> {
    await this.expire(fileId);
  }

  /** @returns whether this call expired the file; false when it is not due or already gone */
  async expire(fileId: string): Promise<boolean> {
    const done = await this.database.transaction(async (manager) => {
      const now = this.clock.now();
      const lock = { mode: 'pessimistic_write' } as const;
      const file = await manager.findOne(SharedFile, { where: { id: fileId }, lock });
      if (!file || !isExpired(file.deleteAt, now)) return false;
      await keepExpiredSlugs(manager, fileId, now);
      await deleteFileRows(manager, [file], now);
      const { userId, originalName, isFirstLinkActive } = file;
      if (isFirstLinkActive) await manager.insert(ExpiredFile, { id: fileId, expiredAt: now });
      const facts = { fileId, wasAnonymous: userId === null, userId, originalName };
      await this.outbox.add(manager, fileExpired, fileId, facts);
      return true;
    });
    if (done) this.scheduler.enqueue(deleteObjects, {});
    return done;
  }
}
