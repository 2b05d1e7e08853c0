import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { bundleDeleted, type deleteBundle, type InputOf } from '@waybill/contracts';
import { JobScheduler } from '@waybill/jobs';
import { Clock } from '@waybill/service-kit';
import { Any, DataSource, type EntityManager } from 'typeorm';
import { BundleFile } from '../bundle/bundle-file.entity.js';
import { Bundle } from '../bundle/bundle.entity.js';
import { findBundleForChange } from '../bundle/find-bundle.js';
import { FileDeletionService } from '../deletion/file-deletion.service.js';
import { SharedFile } from '../file/shared-file.entity.js';
import { requireOwner } from '../owner/owner.policy.js';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';

/** Deletes bundles. Unlike expiry, keeps no id, so that the address answers "not found" instead of "expired". */
@Injectable()
export class BundleDeletionService {
  constructor(
    private readonly database: DataSource,
    private readonly deletion: FileDeletionService,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly scheduler: JobScheduler,
  ) {}

  /** @throws AppError of `findBundle` and `requireOwner` */
  async delete({ bundleId, caller, keepFiles }: InputOf<typeof deleteBundle>): Promise<void> {
    await this.database.transaction(async (manager) => {
      const bundle = await findBundleForChange(manager, bundleId, this.clock.now());
      requireOwner(bundle, caller, 'bundles.not-found');
      const files = keepFiles ? [] : await this.lockFiles(manager, bundleId);
      await manager.delete(Bundle, { id: bundleId });
      await this.outbox.add(manager, bundleDeleted, bundleId, { bundleId });
      await this.deletion.deleteWithin(manager, files);
    });
    if (!keepFiles) this.scheduler.enqueue(deleteObjects, {});
  }

  /**
   * Must run before the bundle is deleted: the deletion of a file locks the file first, then its place in the bundle.
   * In the other order, the two could deadlock.
   */
  private async lockFiles(manager: EntityManager, bundleId: string): Promise<SharedFile[]> {
    const places = await manager.findBy(BundleFile, { bundleId });
    return manager.find(SharedFile, {
      where: { id: Any(places.map(({ fileId }) => fileId)) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }
}
