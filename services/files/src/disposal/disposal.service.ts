import { Inject, Injectable } from '@nestjs/common';
import { Performs } from '@waybill/jobs';
import { LOGGER, type Logger } from '@waybill/service-kit';
import { EncryptedObjects } from '@waybill/storage';
import { DataSource, MoreThan } from 'typeorm';
import { CleanupPermissionService } from '../installation/cleanup-permission.service.js';
import { DiscardedObject } from './discarded-object.entity.js';
import { disposeObjects } from './dispose-objects.job.js';

const BATCH = 200;

/** Deletes the bytes of discarded objects for good. */
@Injectable()
export class Disposal {
  constructor(
    private readonly database: DataSource,
    private readonly objects: EncryptedObjects,
    private readonly permission: CleanupPermissionService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Safe to run twice at once. An object that cannot be deleted now stays for the next run, and so do all objects of a
   * store that another installation owns.
   */
  @Performs(disposeObjects)
  async dispose(): Promise<void> {
    if ((await this.isNothingDiscarded()) || !(await this.permission.isGranted())) return;
    let last = '';
    for (;;) {
      const batch = await this.database.manager.find(DiscardedObject, {
        where: { objectKey: MoreThan(last) },
        order: { objectKey: 'ASC' },
        take: BATCH,
      });
      for (const { objectKey } of batch) await this.disposeOf(objectKey);
      const end = batch.at(-1);
      if (!end) return;
      last = end.objectKey;
    }
  }

  private async isNothingDiscarded(): Promise<boolean> {
    return !(await this.database.manager.existsBy(DiscardedObject, {}));
  }

  private async disposeOf(objectKey: string): Promise<void> {
    try {
      await this.objects.delete(objectKey);
      await this.database.manager.delete(DiscardedObject, { objectKey });
    } catch (error) {
      this.logger.error({ err: error, objectKey }, 'An object could not be deleted');
    }
  }
}
