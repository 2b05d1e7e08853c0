import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { type Caller, fileDeleted } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { JobScheduler } from '@waybill/jobs';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { expireFile } from '../expiry/expire-file.job.js';
import { requireOwner } from '../owner/owner.policy.js';
import { deleteFileRows } from '../file/delete-file-rows.js';
import { findFileForChange } from '../file/find-file.js';
import type { SharedFile } from '../file/shared-file.entity.js';

/** Deletes files. Unlike expiry, keeps no id, so that the address answers "not found" instead of "expired". */
@Injectable()
export class FileDeletionService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
  ) {}

  /** @throws AppError `files.not-found`, `files.expired`, `files.login-required`, `files.forbidden` */
  async delete(fileId: string, caller: Caller): Promise<void> {
    await this.database.transaction(async (manager) => {
      const file = await findFileForChange(manager, fileId, this.clock.now());
      requireOwner(file, caller, 'files.not-found');
      await this.deleteWithin(manager, [file]);
    });
    this.scheduler.enqueue(deleteObjects, {});
    this.scheduler.reschedule(expireFile, { fileId }, fileId, null);
  }

  /** Deletes files that the transaction has locked. A job deletes their objects. */
  async deleteWithin(manager: EntityManager, files: readonly SharedFile[]): Promise<void> {
    await deleteFileRows(manager, files, this.clock.now());
    await this.outbox.addAll(
      manager,
      fileDeleted,
      files.map(({ id }) => ({ subject: id, data: { fileId: id } })),
    );
  }
}
