import { AppError, type PlanId } from '@waybill/contracts';
import { freeBuffer } from '@waybill/storage';
import { toMultipartError } from './multipart-form.js';
import { SAMPLE_BYTES } from './media-type.js';

const MEBIBYTE = 1024 * 1024;

/**
 * A file's bytes on their way to the store: counted against the limit as they stream, since no declared length is
 * believed, and remembered in their first part, which tells what the file is. A chunk is good until the next one is
 * asked for.
 */
export class SizeLimitedStream implements AsyncIterable<Uint8Array> {
  private readonly head: Uint8Array[] = [];
  private headBytes = 0;

  constructor(
    private readonly body: AsyncIterable<Uint8Array>,
    private readonly maxFileSize: number,
    private readonly tier: PlanId,
  ) {}

  /** At most `SAMPLE_BYTES` of the beginning; complete once the body was read. */
  get sample(): Uint8Array {
    return Buffer.concat(this.head);
  }

  /** @throws AppError `files.too-large` at the first byte over the limit, `request.malformed` where the form breaks off */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let size = 0;
    try {
      for await (const chunk of this.body) {
        size += chunk.length;
        if (size > this.maxFileSize) {
          throw new AppError('files.too-large', { limit: this.maxFileSize / MEBIBYTE, tier: this.tier });
        }
        this.remember(chunk);
        yield chunk;
        freeBuffer(chunk);
      }
    } catch (error) {
      throw toMultipartError(error);
    }
  }

  private remember(chunk: Uint8Array): void {
    if (this.headBytes >= SAMPLE_BYTES) return;
    const part = Buffer.from(chunk.subarray(0, SAMPLE_BYTES - this.headBytes));
    this.head.push(part);
    this.headBytes += part.length;
  }
}
