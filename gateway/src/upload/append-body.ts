import { AppError } from '@waybill/contracts';
import { createHash, type Hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { crc32 } from 'node:zlib';
import type { TransferPace } from '../limits/transfer-pace.js';
import { announcedBytes, BodyReader, TooLongError } from './body-reader.js';
import { SAMPLE_BYTES } from './media-type.js';
import type { Checksum } from './tus-headers.js';

export interface AppendBodyOptions {
  readonly pace: TransferPace;
  /** The body ends after this time without a byte. */
  readonly idleMs: number;
  readonly checksum: Checksum | null;
  /** Bytes that may arrive. */
  readonly maxBytes: number;
  /** Error for a body with more bytes. */
  readonly tooLong: AppError;
}

/**
 * The bytes of one append. Ends without an error if the client disconnects, sends nothing for `idleMs` or is too slow,
 * so that the bytes that arrived are kept. `failure` is the reason.
 */
export class AppendBody implements AsyncIterable<readonly Uint8Array[]> {
  size = 0;
  failure: AppError | undefined;
  private readonly head: Uint8Array[] = [];
  private readonly hash: Hash | undefined;
  private sum = 0;
  private silence: NodeJS.Timeout | undefined;

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

  /** Checks the Content-Length. @throws `tooLong` if it announces too many bytes */
  requireRoom(): void {
    const announced = announcedBytes(this.request);
    if (Number.isFinite(announced) && announced > this.options.maxBytes) throw this.options.tooLong;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<readonly Uint8Array[]> {
    const { pace, maxBytes } = this.options;
    const reader = new BodyReader(this.request, {
      maxBytes,
      onBytes: (bytes) => {
        pace.add(bytes);
        this.silence?.refresh();
      },
    });
    try {
      while (!this.failure) {
        const pieces = await this.nextOf(reader);
        if (!pieces) return;
        for (const piece of pieces) this.examine(piece);
        yield pieces;
      }
    } finally {
      // Stop reading, but keep the connection: the response to an unfinished body is sent over it.
      reader.close();
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

  /** @returns the next bytes; null at the end. After a failure, the bytes that arrived before it */
  private async nextOf(reader: BodyReader): Promise<readonly Buffer[] | null> {
    const silent = new Promise<never>((_resolve, reject) => {
      this.silence = setTimeout(() => reject(new AppError('files.too-slow')), this.options.idleMs);
    });
    try {
      return await Promise.race([this.options.pace.waitForClient(reader.next()), silent]);
    } catch (error) {
      if (error instanceof TooLongError) throw this.options.tooLong;
      this.failure = error instanceof AppError ? (error as AppError) : new AppError('request.aborted');
      return reader.rest();
    } finally {
      clearTimeout(this.silence);
    }
  }

  private examine(piece: Buffer): void {
    this.hash?.update(piece);
    if (this.options.checksum?.algorithm === 'crc32') this.sum = crc32(piece, this.sum);
    const missing = SAMPLE_BYTES - this.size;
    if (missing > 0) this.head.push(Buffer.from(piece.subarray(0, missing)));
    this.size += piece.length;
  }
}

function bigEndian(sum: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(sum);
  return bytes;
}
