import { text } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { Performs } from '@waybill/jobs';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { EncryptedObjects } from '@waybill/storage';
import { DataSource, IsNull } from 'typeorm';
import type { z } from 'zod';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import { SharedFile, type StoredObject } from '../file/shared-file.entity.js';
import { convertUnlockedPreview } from '../unlocked-preview/convert-unlocked-preview.job.js';
import { UnlockedPreview } from '../unlocked-preview/unlocked-preview.entity.js';
import { PreviewConversionService } from './preview-conversion.service.js';
import { PreviewFailedError } from './preview-errors.js';
import { MAX_PREVIEW_ATTEMPTS } from './preview.limits.js';

interface Outcome {
  readonly state: 'ready' | 'incorrect' | 'failed';
  readonly rendition?: StoredObject;
  /** Pages of the rendition. */
  readonly pageCount?: number | null;
}

const failed: Outcome = { state: 'failed' };

/** Converts Office files with the password that a reader entered, and deletes the password. */
@Injectable()
export class DocumentUnlockingService {
  constructor(
    private readonly database: DataSource,
    private readonly objects: EncryptedObjects,
    private readonly conversion: PreviewConversionService,
    private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @throws errors of servers and missed deadlines, after which the job is tried again */
  @Performs(convertUnlockedPreview)
  async perform({ id }: z.infer<typeof convertUnlockedPreview.data>, signal: AbortSignal): Promise<void> {
    const { manager } = this.database;
    await manager.increment(UnlockedPreview, { id, state: 'pending' }, 'attempts', 1);
    const preview = await manager.findOneBy(UnlockedPreview, { id, state: 'pending' });
    if (!preview) return;
    const file = await manager.findOneBy(SharedFile, { id: preview.fileId });
    const canTry = file !== null && preview.attempts <= MAX_PREVIEW_ATTEMPTS;
    await this.finish(preview, canTry ? await this.convert(preview, file, signal) : failed);
  }

  private async convert(preview: UnlockedPreview, file: SharedFile, signal: AbortSignal): Promise<Outcome> {
    try {
      const password = await this.passwordOf(preview);
      const { isEncrypted, rendition, pageCount } = await this.conversion.convert(file, signal, password);
      if (isEncrypted) return { state: 'incorrect' };
      return rendition ? { state: 'ready', rendition, pageCount } : failed;
    } catch (error) {
      if (!(error instanceof PreviewFailedError)) throw error;
      this.logger.info(
        { fileId: file.id, reason: error.message },
        'Converting a document with its password failed',
      );
      return failed;
    }
  }

  private async passwordOf({ objectKey, wrappedKey, size }: UnlockedPreview): Promise<string> {
    if (objectKey === null || wrappedKey === null || size === null)
      throw new PreviewFailedError('The password was deleted');
    return text(await this.objects.read({ objectKey, wrappedKey }, size));
  }

  /**
   * Replaces the password by the rendition, and keeps the page count, by which reports of reading are checked. Discards
   * the rendition if the row was deleted or finished meanwhile. Locks the file first, as its deletion does.
   */
  private async finish(
    { id, fileId, objectKey }: UnlockedPreview,
    { state, rendition, pageCount }: Outcome,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      if (pageCount) await manager.update(SharedFile, { id: fileId, pageCount: IsNull() }, { pageCount });
      const object = rendition ?? { objectKey: null, wrappedKey: null, size: null };
      const { affected } = await manager.update(
        UnlockedPreview,
        { id, state: 'pending' },
        { state, ...object },
      );
      const unwanted = affected === 0 ? rendition?.objectKey : objectKey;
      await queueObjectDeletion(manager, unwanted ? [unwanted] : [], this.clock.now());
    });
  }
}
