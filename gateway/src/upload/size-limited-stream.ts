import { AppError, type PlanId } from '@waybill/contracts';
import type { Readable } from 'node:stream';
import type { TransferPace } from '../limits/transfer-pace.js';
import { BodyReader, TooLongError } from './body-reader.js';
import { SAMPLE_BYTES } from './media-type.js';
import { toMultipartError } from './multipart-form.js';

/**
 * Enforces the size limit while a file streams to the store, because declared lengths are not trusted, and keeps its
 * first bytes for detecting the media type. The consumer owns the pieces.
 */
export class SizeLimitedStream implements AsyncIterable<readonly Uint8Array[]> {
  /** Bytes that arrived, with those over the limit. */
  received = 0;
  private readonly head: Uint8Array[] = [];
  private headBytes = 0;

  constructor(
    private readonly body: Readable,
    private readonly maxFileSize: number,
    private readonly tier: PlanId,
    private readonly pace: TransferPace,
  ) {}

  /** First bytes of the file, at most `SAMPLE_BYTES`. Complete once the stream has ended. */
  get sample(): Uint8Array {
    return Buffer.concat(this.head);
  }

  /** @throws AppError `files.too-large` at the first byte over the limit, `files.too-slow`, `request.malformed` */
  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Uint8Array[]> {
    const { body, pace, maxFileSize, tier } = this;
    const reader = new BodyReader(body, {
      maxBytes: maxFileSize,
      onBytes: (bytes) => {
        this.received += bytes;
        pace.add(bytes);
      },
    });
    try {
      for (;;) {
        const pieces = await pace.waitForClient(reader.next());
        if (!pieces) return;
        for (const piece of pieces) this.addToSample(piece);
        yield pieces;
      }
    } catch (error) {
      if (error instanceof TooLongError) throw new AppError('files.too-large', { maxFileSize, tier });
      throw toMultipartError(error);
    } finally {
      reader.close();
      body.destroy();
    }
  }

  private addToSample(piece: Uint8Array): void {
    if (this.headBytes >= SAMPLE_BYTES) return;
    const part = Buffer.from(piece.subarray(0, SAMPLE_BYTES - this.headBytes));
    this.head.push(part);
    this.headBytes += part.length;
  }
}
