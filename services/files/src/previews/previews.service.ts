import { Inject, Injectable } from '@nestjs/common';
import { Performs } from '@waybill/jobs';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import { SharedFile } from '../file/shared-file.entity.js';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import { UncheckedReadingService } from '../visits/unchecked-reading.service.js';
import { makePreview } from './make-preview.job.js';
import { PREVIEW_VERSION } from './outdated-previews.js';
import { PreviewConversionService, type StoredPreview } from './preview-conversion.service.js';
import { PreviewFailedError } from './preview-errors.js';
import { PreviewQueueService } from './preview-queue.service.js';

/** Makes thumbnails, renditions and page counts. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly database: DataSource,
    private readonly queue: PreviewQueueService,
    private readonly conversion: PreviewConversionService,
    private readonly clock: Clock,
    private readonly uncheckedReading: UncheckedReadingService,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes pending previews until none can be started. The queue, not the job, decides which file is next. */
  @Performs(makePreview)
  async perform(_job: z.infer<typeof makePreview.data>, signal: AbortSignal): Promise<void> {
    for (let file = await this.queue.claim(); file; file = await this.queue.claim()) {
      await this.attempt(file, signal);
    }
  }

  private async attempt(file: SharedFile, signal: AbortSignal): Promise<void> {
    const fileId = file.id;
    try {
      await this.queue.whileLeased(file, async () => {
        await this.save(fileId, await this.conversion.convert(file, signal));
      });
    } catch (error) {
      if (signal.aborted) {
        await this.queue.release(fileId);
        throw error;
      }
      if (error instanceof PreviewFailedError) {
        this.logger.info({ fileId, reason: error.message }, 'Making a preview failed');
        await this.markFailed(fileId);
      } else {
        this.logger.warn({ fileId, err: error }, 'Making a preview failed, will retry');
        await this.queue.postpone(file);
      }
    }
  }

  /** Saves the preview. Discards it when the file was deleted meanwhile or another worker was faster. */
  private async save(
    fileId: string,
    { pageCount, title, isEncrypted, thumbnail, rendition }: StoredPreview,
  ): Promise<void> {
    await this.database.transaction(async (manager) => {
      const { affected } = await manager.update(
        SharedFile,
        { id: fileId, previewState: 'pending' },
        {
          previewState: isEncrypted ? 'failed' : 'ready',
          previewVersion: PREVIEW_VERSION,
          isEncrypted,
          pageCount,
          title,
          thumbnail,
          rendition,
        },
      );
      if (affected !== 0) return;
      const unwanted = [thumbnail, rendition].flatMap((object) => object?.objectKey ?? []);
      await queueObjectDeletion(manager, unwanted, this.clock.now());
    });
    // The preview is saved: a failure here must not fail the job.
    await this.uncheckedReading.publish(fileId, pageCount ?? 0).catch((error: unknown) => {
      this.logger.warn({ fileId, err: error }, 'Publishing reading from before the page count failed');
    });
  }

  private async markFailed(fileId: string): Promise<void> {
    await this.database.manager.update(
      SharedFile,
      { id: fileId, previewState: 'pending' },
      { previewState: 'failed' },
    );
  }
}
