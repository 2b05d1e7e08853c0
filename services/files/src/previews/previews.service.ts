import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { Performs } from '@waybill/jobs';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { EncryptedObjects } from '@waybill/storage';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import { SharedFile, type StoredObject } from '../file/shared-file.entity.js';
import { queueObjectDeletion } from '../discarded-object/queue-object-deletion.js';
import { EarlyReadingService } from '../visits/early-reading.service.js';
import { PREVIEWS_MODULE_OPTIONS, type PreviewsModuleOptions } from './previews.module-options.js';
import { makePreview } from './make-preview.job.js';
import { previewExtensionOf } from './preview-kind.js';
import { PreviewFailedError } from './preview-errors.js';
import { PreviewMaker } from './preview-maker.js';
import { PreviewQueueService } from './preview-queue.service.js';
import type { PreviewResult, PreviewTask } from './preview-task.js';
import { openResultFile } from './result-file.js';
import { resultFiles } from './result-files.js';
import { SandboxService } from './sandbox.service.js';
import { TempWorkspace } from './temp-workspace.js';

/** Larger files, in bytes, get no preview. */
const MAX_INPUT = 256 * 1024 * 1024;

interface StoredPreview extends PreviewResult {
  readonly thumbnail: StoredObject | null;
  readonly rendition: StoredObject | null;
}

/** Makes thumbnails, renditions and page counts, and stores them encrypted. */
@Injectable()
export class PreviewsService {
  constructor(
    private readonly database: DataSource,
    private readonly objects: EncryptedObjects,
    private readonly queue: PreviewQueueService,
    private readonly sandbox: SandboxService,
    private readonly workspace: TempWorkspace,
    private readonly clock: Clock,
    private readonly earlyReading: EarlyReadingService,
    @Inject(PREVIEWS_MODULE_OPTIONS) private readonly options: PreviewsModuleOptions,
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
        await this.save(fileId, await this.workspace.withFolder((folder) => this.make(file, folder, signal)));
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

  private async make(file: SharedFile, folder: string, signal: AbortSignal): Promise<StoredPreview> {
    const task = this.taskOf(file, folder);
    const plain = await this.objects.read(file, file.size);
    await pipeline(plain, createWriteStream(task.input, { flags: 'wx', mode: 0o600 }), { signal });
    const maker = new PreviewMaker(this.options.childPath ?? '', await this.sandbox.find());
    const result = await maker.make(task, signal);
    if (result.isEncrypted) return { ...result, thumbnail: null, rendition: null };
    const storeIf = (isMade: boolean, name: string) =>
      isMade ? this.store(join(folder, name), signal) : null;
    return {
      ...result,
      thumbnail: await storeIf(result.hasThumbnail, resultFiles.thumbnail),
      rendition: await storeIf(result.hasRendition, resultFiles.rendition),
    };
  }

  private taskOf({ previewKind: kind, mimeType, size }: SharedFile, folder: string): PreviewTask {
    const { sofficePath, ffmpegPath = null, bsdtarPath = null, pdftoppmPath = null } = this.options;
    const extension = previewExtensionOf(mimeType);
    if (kind === 'none' || kind === 'text' || kind === 'audio' || extension === null)
      throw new PreviewFailedError('There is nothing to make of it');
    if (kind === 'office' && sofficePath === null)
      throw new PreviewFailedError('LibreOffice is not installed');
    if (size > MAX_INPUT) throw new PreviewFailedError('It is too large');
    const input = join(folder, `input.${extension}`);
    return { kind, input, folder, sofficePath, ffmpegPath, bsdtarPath, pdftoppmPath };
  }

  private async store(path: string, signal: AbortSignal): Promise<StoredObject> {
    const file = await openResultFile(path).catch((error: unknown) => {
      throw new PreviewFailedError('The child left no picture', { cause: error });
    });
    const ticket = this.objects.create();
    const { size } = await this.objects.write(ticket, file.createReadStream(), signal);
    return { objectKey: ticket.objectKey, wrappedKey: ticket.wrappedKey, size };
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
    await this.earlyReading.publish(fileId, pageCount ?? 0).catch((error: unknown) => {
      this.logger.warn({ fileId, err: error }, 'Publishing what was read early failed');
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
