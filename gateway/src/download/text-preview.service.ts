import { Injectable } from '@nestjs/common';
import { TEXT_PREVIEW_BYTES } from '@waybill/contracts';
import { EncryptedObjects } from '@waybill/storage';
import { buffer } from 'node:stream/consumers';
import { toUtf8 } from './to-utf8.js';
import type { OpenedFile } from './range-response.service.js';

/** Reads the beginning of a text file, as UTF-8. */
@Injectable()
export class TextPreviewService {
  constructor(private readonly objects: EncryptedObjects) {}

  async read(file: OpenedFile): Promise<Buffer> {
    if (file.size === 0) return Buffer.alloc(0);
    const isCut = file.size > TEXT_PREVIEW_BYTES;
    const range = isCut ? { start: 0, end: TEXT_PREVIEW_BYTES - 1 } : undefined;
    return toUtf8(await buffer(await this.objects.read(file, file.size, range)), isCut);
  }
}
