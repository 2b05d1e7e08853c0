import { AppError, type PlanId } from '@waybill/contracts';
import { freeBuffer } from '@waybill/storage';
import { crc32 } from 'node:zlib';
import type { TransferPace } from '../limits/transfer-pace.js';
import { SAMPLE_BYTES } from './media-type.js';
import { toMultipartError } from './multipart-form.js';

/**
 * Enforces the size limit while a file streams to the store, because declared lengths are not trusted, and keeps its
 * first bytes for detecting the media type. Each chunk is freed when the next one is requested.
 */
export class SizeLimitedStream implements AsyncIterable<Uint8Array> {
  private readonly head: Uint8Array[] = [];
  private headBytes = 0;
  private checksum = 0;

  constructor(
    private readonly body: AsyncIterable<Uint8Array>,
    private readonly maxFileSize: number,
    private readonly tier: PlanId,
    private readonly pace: TransferPace,
  ) {}

  /** First bytes of the file, at most `SAMPLE_BYTES`. Complete once the stream has ended. */
  get sample(): Uint8Array {
    return Buffer.concat(this.head);
  }

  /** CRC-32 of the bytes so far. */
  get crc32(): number {
    return this.checksum;
  }

  /** @throws AppError `files.too-large` at the first byte over the limit, `files.too-slow`, `request.malformed` */
  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    let size = 0;
    const chunks = this.body[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.pace.waitForClient(chunks.next());
        if (next.done) return;
        const chunk = next.value;
        this.pace.add(chunk.length);
        size += chunk.length;
        if (size > this.maxFileSize) {
          throw new AppError('files.too-large', { maxFileSize: this.maxFileSize, tier: this.tier });
        }
        this.checksum = crc32(chunk, this.checksum);
        this.addToSample(chunk);
        yield chunk;
        freeBuffer(chunk);
      }
    } catch (error) {
      throw toMultipartError(error);
    } finally {
      // Not awaited: it would wait for the next chunk of a client that is too slow.
      void chunks.return?.().catch(() => undefined);
    }
  }

  private addToSample(chunk: Uint8Array): void {
    if (this.headBytes >= SAMPLE_BYTES) return;
    const part = Buffer.from(chunk.subarray(0, SAMPLE_BYTES - this.headBytes));
    this.head.push(part);
    this.headBytes += part.length;
  }
}
