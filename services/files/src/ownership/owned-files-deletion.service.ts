import { Injectable } from '@nestjs/common';
import { accountKey, markDeleted, Outbox } from '@waybill/bus';
import { bundleDeleted } from '@waybill/contracts';
import { Any, DataSource, type EntityManager, In } from 'typeorm';
import { Clock } from '@waybill/service-kit';
import { Bundle } from '../bundle/bundle.entity.js';
import { FileDeletionService } from '../deletion/file-deletion.service.js';
import { FileRequest } from '../file-request/file-request.entity.js';
import { SuspendedAccount } from '../file-request/suspended-account.entity.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { lockOwner } from '../owner/owner-lock.js';
import { closeUpload } from '../upload/close-upload.js';
import { ResumableUpload } from '../upload/resumable-upload.entity.js';
import { Upload } from '../upload/upload.entity.js';

/** Deletes all bundles, files, file requests and uploads of an account. Files that it sent to others stay theirs. */
@Injectable()
export class OwnedFilesDeletionService {
  constructor(
    private readonly database: DataSource,
    private readonly deletion: FileDeletionService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Refuses what the account creates from now on, and waits for what it is creating, so that `deleteWithin` finds it.
   * Has a transaction of its own: a reservation locks an upload before its owner. Keeping the lock of the owner while
   * locking uploads could deadlock with it.
   */
  async refuseMore(userId: string): Promise<void> {
    await this.database.transaction(async (manager) => {
      await markDeleted(manager, accountKey(userId));
      await lockOwner(manager, { userId, browserId: null });
    });
  }

  async deleteWithin(manager: EntityManager, userId: string): Promise<void> {
    const lock = { mode: 'pessimistic_write' } as const;
    // An upload to a file request of another account belongs to that account, and names this one as its sender.
    const sent = await manager.find(ResumableUpload, {
      select: { id: true },
      where: { senderUserId: userId },
    });
    const where = [{ userId }, { id: In(sent.map(({ id }) => id)) }];
    for (const upload of await manager.find(Upload, { where, order: { id: 'ASC' }, lock })) {
      await closeUpload(manager, upload, this.clock.now());
    }
    await manager.delete(FileRequest, { userId });
    await manager.delete(SuspendedAccount, { userId });
    const bundles = await manager.find(Bundle, { where: { userId }, order: { id: 'ASC' }, lock });
    // Lock the files before the bundles are deleted, as `BundleDeletionService` does.
    const files = await manager.find(SharedFile, { where: { userId }, order: { id: 'ASC' }, lock });
    // Publish each deletion: a late change of the bundle can reach other services after the deletion of its account.
    await manager.delete(Bundle, { id: Any(bundles.map(({ id }) => id)) });
    await this.outbox.addAll(
      manager,
      bundleDeleted,
      bundles.map(({ id }) => ({ subject: id, data: { bundleId: id } })),
    );
    await this.deletion.deleteWithin(manager, files);
  }
}
