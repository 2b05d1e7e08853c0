import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { mapScratchFull } from './file-errors.js';
import type { PartBytes } from './part.js';
import { writeAll } from './write-all.js';

const OWNER_ONLY = 0o600;
const READ_SIZE = 256 * 1024;

/**
 * Stores the bytes of a part in an unlinked file, which the system removes when the process ends. With many slow
 * clients, parts in memory would take many times the memory of a gateway.
 */
export class PartFile implements PartBytes {
  private reading: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly file: FileHandle,
    private readonly folder: string,
  ) {}

  /** @throws AppError `server.storage-full` */
  static async open(folder: string): Promise<PartFile> {
    const path = join(folder, `waybill-part-${randomUUID()}`);
    try {
      const file = await open(path, 'wx+', OWNER_ONLY);
      await unlink(path);
      return new PartFile(file, folder);
    } catch (error) {
      throw mapScratchFull(error, folder);
    }
  }

  async write(chunks: readonly Uint8Array[], start: number): Promise<void> {
    await writeAll(this.file, chunks, start).catch((error: unknown) => {
      throw mapScratchFull(error, this.folder);
    });
  }

  read(size: number): Readable {
    return Readable.from(this.pieces(size), { objectMode: false, highWaterMark: READ_SIZE });
  }

  async close(): Promise<void> {
    // Wait for the pending read: a closed descriptor may be reused for another file.
    await this.reading.catch(() => undefined);
    await this.file.close();
  }

  private async *pieces(size: number): AsyncGenerator<Uint8Array> {
    for (let position = 0; position < size;) {
      const length = Math.min(READ_SIZE, size - position);
      const reading = this.file.read(Buffer.allocUnsafeSlow(length), 0, length, position);
      this.reading = reading;
      const { bytesRead, buffer } = await reading;
      if (bytesRead === 0) throw new Error('A part is shorter than the bytes written to it');
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  }
}
