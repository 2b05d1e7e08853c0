import { createHash, type Hash, randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { mapScratchFull } from './file-errors.js';

const OWNER_ONLY = 0o600;
const READ_SIZE = 64 * 1024;

/**
 * Collects the bytes of one part, as a request has to announce its length. Uses an unlinked file, which ends with the
 * process: with many slow clients, parts in memory would take many times the memory of a gateway.
 */
export class PartFile {
  size = 0;
  private hash: Hash | undefined;
  private reading: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly file: FileHandle,
    private readonly folder: string,
    private readonly isHashed: boolean,
  ) {
    this.clear();
  }

  /**
   * @param isHashed whether to compute the SHA-256, which costs processor time for every byte
   * @throws AppError `server.storage-full`
   */
  static async open(folder: string, isHashed: boolean): Promise<PartFile> {
    const path = join(folder, `waybill-part-${randomUUID()}`);
    try {
      const file = await open(path, 'wx+', OWNER_ONLY);
      await unlink(path);
      return new PartFile(file, folder, isHashed);
    } catch (error) {
      throw mapScratchFull(error, folder);
    }
  }

  /** @throws AppError `server.storage-full` */
  async append(bytes: Uint8Array): Promise<void> {
    this.hash?.update(bytes);
    for (let written = 0; written < bytes.length;) {
      const { bytesWritten } = await this.file
        .write(bytes, written, bytes.length - written, this.size)
        .catch((error: unknown) => {
          throw mapScratchFull(error, this.folder);
        });
      written += bytesWritten;
      this.size += bytesWritten;
    }
  }

  /** In hex; empty unless `isHashed`. */
  sha256(): string {
    return this.hash?.copy().digest('hex') ?? '';
  }

  /** Reads all bytes; can be called again for a retry. */
  read(): Readable {
    return Readable.from(this.readPieces(), { objectMode: false, highWaterMark: READ_SIZE });
  }

  /** Empties the file for the next part. */
  clear(): void {
    this.size = 0;
    this.hash = this.isHashed ? createHash('sha256') : undefined;
  }

  async close(): Promise<void> {
    // Wait for the pending read: a closed descriptor may be reused for another file.
    await this.reading.catch(() => undefined);
    await this.file.close();
  }

  private async *readPieces(): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < this.size;) {
      const length = Math.min(READ_SIZE, this.size - position);
      const reading = this.file.read(Buffer.allocUnsafeSlow(length), 0, length, position);
      this.reading = reading;
      const { bytesRead, buffer } = await reading;
      if (bytesRead === 0) throw new Error('A part is shorter than the bytes written to it');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}
