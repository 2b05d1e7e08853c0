import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { lengthOf } from '../streams/byte-pieces.js';

/** Storage for the bytes of a part: memory, or a file. */
export interface PartBytes {
  /** @throws AppError `server.storage-full` */
  write(chunks: readonly Uint8Array[], start: number): Promise<void>;
  /** Reads from the beginning. @param size in bytes */
  read(size: number): Readable;
  close(): Promise<void>;
}

/**
 * Collects the bytes of one part of an upload, because a request to S3 has to announce its length. Keeps the first
 * append in memory, and opens a PartBytes only when more follows: most uploads are small.
 */
export class Part {
  size = 0;
  private hash: Hash | undefined;
  private first: Buffer | null = null;
  private bytes: PartBytes | null = null;

  /**
   * @param isHashed whether to compute the SHA-256, which costs processor time for every byte
   * @param open opens the storage of the bytes at the second append
   */
  constructor(
    private readonly isHashed: boolean,
    private readonly open: () => Promise<PartBytes>,
  ) {
    this.clear();
  }

  /** @throws AppError `server.storage-full` */
  async append(chunks: readonly Uint8Array[]): Promise<void> {
    if (this.hash) for (const chunk of chunks) this.hash.update(chunk);
    const start = this.size;
    this.size += lengthOf(chunks);
    if (start === 0 && !this.bytes) {
      this.first = joined(chunks, this.size);
      return;
    }
    this.bytes ??= await this.open();
    if (this.first) await this.bytes.write([this.first], 0);
    this.first = null;
    await this.bytes.write(chunks, start);
  }

  /** In hex; empty unless `isHashed`. */
  sha256(): string {
    return this.hash?.copy().digest('hex') ?? '';
  }

  /** Reads all bytes; can be called again for a retry. */
  read(): Readable {
    if (this.bytes) return this.bytes.read(this.size);
    return Readable.from(this.first ? [this.first] : [], { objectMode: false });
  }

  /** Empties the part for the next one. */
  clear(): void {
    this.size = 0;
    this.first = null;
    this.hash = this.isHashed ? createHash('sha256') : undefined;
  }

  /** Call after the last read. */
  async close(): Promise<void> {
    this.first = null;
    await this.bytes?.close();
  }
}

/**
 * Copies chunks into one buffer. Allocates one byte more, so that `freeBuffer` does not free it after the first attempt
 * to send it: a retry reads it again.
 */
function joined(chunks: readonly Uint8Array[], size: number): Buffer {
  const buffer = Buffer.allocUnsafeSlow(size + 1).subarray(0, size);
  let end = 0;
  for (const chunk of chunks) {
    buffer.set(chunk, end);
    end += chunk.length;
  }
  return buffer;
}
