import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Performs } from '@waybill/jobs';
import { LOGGER, type Logger } from '@waybill/service-kit';
import { EncryptedObjects } from '@waybill/storage';
import { DataSource, LessThan, MoreThan } from 'typeorm';
import { CleanupPermissionService } from '../installation/cleanup-permission.service.js';
import { SweeperService } from '../sweep/sweeper.service.js';
import { DiscardedObject } from '../discarded-object/discarded-object.entity.js';
import { deleteObjects } from './delete-objects.job.js';

const BATCH = 200;

/** Deletes the objects whose keys are queued in `discarded_objects`. */
@Injectable()
export class ObjectDeletionService implements OnModuleInit {
  constructor(
    private readonly database: DataSource,
    private readonly objects: EncryptedObjects,
    private readonly permission: CleanupPermissionService,
    private readonly sweeper: SweeperService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit(): void {
    this.sweeper.register('object-deletion', () => this.deleteQueued());
  }

  /**
   * Safe to run concurrently. An object whose deletion fails stays queued for the next run. If another installation
   * owns the store, all objects stay queued.
   */
  @Performs(deleteObjects)
  async deleteQueued(): Promise<void> {
    if (await this.isQueueEmpty()) return;
    let last = '';
    // Check the permission before each batch: a long queue takes minutes, and it may be withdrawn meanwhile.
    while (await this.permission.isGranted()) {
      const batch = await this.database.manager.find(DiscardedObject, {
        where: { objectKey: MoreThan(last) },
        order: { objectKey: 'ASC' },
        take: BATCH,
      });
      for (const object of batch) await this.deleteObject(object);
      const end = batch.at(-1);
      if (!end) return;
      last = end.objectKey;
    }
  }

  private async isQueueEmpty(): Promise<boolean> {
    return !(await this.database.manager.existsBy(DiscardedObject, {}));
  }

  private async deleteObject({ objectKey, discardedAt }: DiscardedObject): Promise<void> {
    try {
      await this.objects.delete(objectKey);
      // Keep the row if the object was queued again meanwhile: its bytes may have been written after this deletion.
      const queuedBefore = LessThan(new Date(discardedAt.getTime() + 1));
      await this.database.manager.delete(DiscardedObject, { objectKey, discardedAt: queuedBefore });
    } catch (error) {
      this.logger.error({ err: error, objectKey }, 'Deleting an object failed');
    }
  }
}
