import { AppError } from '@waybill/contracts';
import { freeBuffer } from '@waybill/storage';
import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import type { TransferPace } from '../limits/transfer-pace.js';
import { SAMPLE_BYTES } from './media-type.js';
import type { Checksum } from './tus-headers.js';

export interface AppendBodyOptions {
  readonly pace: TransferPace;
  /** Ends the body after so long without a byte. */
  readonly idleMs: number;
  readonly checksum: Checksum | null;
  /** Bytes that may arrive. */
  readonly maxBytes: number;
  /** Error for one byte more. */
  readonly tooLong: AppError;
}

/**
 * The bytes of one append. Ends without an error where the client goes away, falls silent or is too slow: what arrived
 * is kept, and `failure` says why.
 */
export class AppendBody implements AsyncIterable<Uint8Array> {
  size = 0;
  failure: AppError | undefined;
  private readonly head: Uint8Array[] = [];
  private readonly hash: Hash | undefined;
  private sum = 0;

  constructor(
    private readonly request: IncomingMessage,
    private readonly options: AppendBodyOptions,
  ) {
    const algorithm = options.checksum?.algorithm;
    if (algorithm !== undefined && algorithm !== 'crc32') this.hash = createHash(algorithm);
  }

  /** First bytes. */
  get sample(): Uint8Array {
    return Buffer.concat(this.head);
  }

  /** @throws the error for too many bytes, if the client announces them */
  requireRoom(): void {
    if (Number(this.request.headers['content-length'] ?? 0) > this.options.maxBytes)
      throw this.options.tooLong;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    // The response to a body that is not read to its end needs the connection.
    const chunks = this.request.iterator({ destroyOnReturn: false }) as AsyncIterableIterator<Buffer>;
    try {
      for (;;) {
        const next = await this.nextOf(chunks);
        if (!next || next.done) return;
        const chunk = next.value;
        this.options.pace.add(chunk.length);
        this.size += chunk.length;
        if (this.size > this.options.maxBytes) throw this.options.tooLong;
        this.examine(chunk);
        yield chunk;
        freeBuffer(chunk);
      }
    } finally {
      // Not awaited: it would wait for the next chunk of a silent client.
      void chunks.return?.().catch(() => undefined);
    }
  }

  /** Call after the last byte. @throws AppError `uploads.wrong-checksum`, or the failure of a body that broke off */
  requireChecksum(): void {
    const { checksum } = this.options;
    if (!checksum) return;
    if (this.failure) throw this.failure;
    const digest = this.hash?.digest() ?? bigEndian(this.sum);
    const { digest: expected } = checksum;
    if (digest.length !== expected.length || !timingSafeEqual(digest, expected))
      throw new AppError('uploads.wrong-checksum');
  }

  /** @returns null if the body broke off */
  private async nextOf(chunks: AsyncIterator<Buffer>): Promise<IteratorResult<Buffer, unknown> | null> {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new AppError('files.too-slow')), this.options.idleMs);
    });
    try {
      return await Promise.race([this.options.pace.waitForClient(chunks.next()), silence]);
    } catch (error) {
      this.failure = error instanceof AppError ? (error as AppError) : new AppError('request.aborted');
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  private examine(chunk: Buffer): void {
    this.hash?.update(chunk);
    if (this.options.checksum?.algorithm === 'crc32') this.sum = crc32(chunk, this.sum);
    const missing = SAMPLE_BYTES - (this.size - chunk.length);
    if (missing > 0) this.head.push(Buffer.from(chunk.subarray(0, missing)));
  }
}

function bigEndian(sum: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(sum);
  return bytes;
}
