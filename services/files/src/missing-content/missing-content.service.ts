import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { fileContentMissing } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, IsNull } from 'typeorm';
import { SharedFile } from '../file/shared-file.entity.js';

/** Records files whose bytes a download did not find in the store. */
@Injectable()
export class MissingContentService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
  ) {}

  /**
   * Informs the owner of a lost original.
   * @returns whether the object should exist: false if the file was deleted, or does not name the object
   */
  report(fileId: string, objectKey: string): Promise<boolean> {
    return this.database.transaction(async (manager) => {
      const file = await manager.findOneBy(SharedFile, { id: fileId });
      if (!file) return false;
      // Do not inform the owner of a lost thumbnail or rendition, which the owner did not upload.
      if (file.objectKey !== objectKey) return isDerived(file, objectKey);
      const { affected } = await manager.update(
        SharedFile,
        { id: fileId, objectKey, contentMissingAt: IsNull() },
        { contentMissingAt: this.clock.now() },
      );
      if (affected === 1) {
        const { userId, originalName } = file;
        await this.outbox.add(manager, fileContentMissing, fileId, { fileId, userId, originalName });
      }
      return true;
    });
  }
}

function isDerived({ thumbnail, rendition }: SharedFile, objectKey: string): boolean {
  return thumbnail?.objectKey === objectKey || rendition?.objectKey === objectKey;
}
