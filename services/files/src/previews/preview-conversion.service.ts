import { createWriteStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Inject, Injectable } from '@nestjs/common';
import { isRenderedPicture } from '@waybill/contracts';
import { Semaphore } from '@waybill/service-kit';
import { EncryptedObjects } from '@waybill/storage';
import type { SharedFile, StoredObject } from '../file/shared-file.entity.js';
import { PREVIEWS_MODULE_OPTIONS, type PreviewsModuleOptions } from './previews.module-options.js';
import { previewExtensionOf } from './preview-kind.js';
import { PreviewFailedError } from './preview-errors.js';
import { PreviewMaker } from './preview-maker.js';
import type { PreviewResult, PreviewTask } from './preview-task.js';
import { openResultFile } from './open-result-file.js';
import { resultFiles } from './result-files.js';
import { SandboxService } from './sandbox.service.js';
import { TempWorkspace } from './temp-workspace.js';

/** Conversions of a worker at once, of both kinds of job. Its memory is planned for two (up to 3 GiB each). */
const MAX_AT_ONCE = 2;

/** Larger files, in bytes, get no preview. */
const MAX_INPUT = 256 * 1024 * 1024;

export interface StoredPreview extends PreviewResult {
  readonly thumbnail: StoredObject | null;
  readonly rendition: StoredObject | null;
}

/** Decrypts a file into a temporary folder, makes its preview there, and stores the results encrypted. */
@Injectable()
export class PreviewConversionService {
  private readonly slots = new Semaphore(MAX_AT_ONCE);

  constructor(
    private readonly objects: EncryptedObjects,
    private readonly sandbox: SandboxService,
    private readonly workspace: TempWorkspace,
    @Inject(PREVIEWS_MODULE_OPTIONS) private readonly options: PreviewsModuleOptions,
  ) {}

  /**
   * @param password of the document itself; null: none is known
   * @throws PreviewFailedError; PreviewPostponedError after the deadline; the signal's reason when `signal` fires
   */
  convert(file: SharedFile, signal: AbortSignal, password: string | null = null): Promise<StoredPreview> {
    return this.slots.run(() =>
      this.workspace.withFolder((folder) => this.convertIn(folder, file, signal, password)),
    );
  }

  private async convertIn(
    folder: string,
    file: SharedFile,
    signal: AbortSignal,
    password: string | null,
  ): Promise<StoredPreview> {
    const passwordPath = password === null ? null : join(folder, 'password');
    const task = { ...this.taskOf(file, folder), passwordPath };
    const plain = await this.objects.read(file, file.size);
    await pipeline(plain, createWriteStream(task.input, { flags: 'wx', mode: 0o600 }), { signal });
    if (passwordPath !== null) await writeFile(passwordPath, password ?? '', { flag: 'wx', mode: 0o600 });
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
      throw new PreviewFailedError('This type has no preview');
    if (kind === 'office' && sofficePath === null)
      throw new PreviewFailedError('LibreOffice is not installed');
    if (size > MAX_INPUT) throw new PreviewFailedError('The file is too large');
    const input = join(folder, `input.${extension}`);
    const needsRendition = isRenderedPicture(mimeType);
    return { kind, input, folder, needsRendition, sofficePath, ffmpegPath, bsdtarPath, pdftoppmPath };
  }

  private async store(path: string, signal: AbortSignal): Promise<StoredObject> {
    const file = await openResultFile(path).catch((error: unknown) => {
      throw new PreviewFailedError('The preview child wrote no result file', { cause: error });
    });
    const ticket = this.objects.create();
    const { size } = await this.objects.write(ticket, file.createReadStream(), signal);
    return { objectKey: ticket.objectKey, wrappedKey: ticket.wrappedKey, size };
  }
}
