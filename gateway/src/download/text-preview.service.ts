import { Injectable } from '@nestjs/common';
import { EncryptedObjects } from '@waybill/storage';
import { buffer } from 'node:stream/consumers';
import { toUtf8 } from './to-utf8.js';
import type { OpenedFile } from './range-response.service.js';

/** Number of bytes at the beginning of a text that its preview shows. */
const SHOWN_BYTES = 1024 * 1024;

/** Reads the beginning of a text file, as UTF-8. */
@Injectable()
export class TextPreviewService {
  constructor(private readonly objects: EncryptedObjects) {}

  async read(file: OpenedFile): Promise<Buffer> {
    if (file.size === 0) return Buffer.alloc(0);
    const isCut = file.size > SHOWN_BYTES;
    const range = isCut ? { start: 0, end: SHOWN_BYTES - 1 } : undefined;
    return toUtf8(await buffer(await this.objects.read(file, file.size, range)), isCut);
  }
}
