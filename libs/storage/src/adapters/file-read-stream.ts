import { type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ResolvedRange } from '../byte-range.js';

const READ_SIZE = 1024 * 1024;

/**
 * Reads a range of an open file in pieces of 1 MiB. Does not read ahead, unlike Node's own file stream, so that a
 * client that stops reading holds no memory here. Closes the file in every case.
 */
export class FileReadStream extends Readable {
  private position: number;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: FileHandle,
    private readonly range: ResolvedRange,
  ) {
    super({ highWaterMark: 0 });
    this.position = range.start;
  }

  override _read(): void {
    this.reading = this.readPiece().catch((error: unknown) => void this.destroy(error as Error));
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Wait for the pending read: a closed descriptor may be reused for another file.
    this.reading
      .then(() => this.file.close())
      .then(
        () => done(error),
        (failure: unknown) => done(error ?? (failure as Error)),
      );
  }

  private async readPiece(): Promise<void> {
    const length = Math.min(READ_SIZE, this.range.stop - this.position);
    if (length <= 0) {
      this.push(null);
      return;
    }
    const { bytesRead, buffer } = await this.file.read(
      Buffer.allocUnsafeSlow(length),
      0,
      length,
      this.position,
    );
    if (bytesRead === 0) throw new Error('The object is shorter than it was when it was opened');
    this.position += bytesRead;
    this.push(buffer.subarray(0, bytesRead));
  }
}
