import { type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { ResolvedRange } from '../byte-range.js';

const READ_SIZE = 1024 * 1024;

/**
 * Reads `span` of an open file in pieces of 1 MiB, each only when asked for (node's own file stream reads ahead): a
 * client that stops reading holds no memory here. Closes the file however it ends.
 */
export class FileReadStream extends Readable {
  private position: number;
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly file: FileHandle,
    private readonly span: ResolvedRange,
  ) {
    super({ highWaterMark: 0 });
    this.position = span.start;
  }

  override _read(): void {
    this.reading = this.readPiece().catch((error: unknown) => void this.destroy(error as Error));
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // A read under way must end first: once closed, the descriptor's number may belong to another file.
    this.reading
      .then(() => this.file.close())
      .then(
        () => done(error),
        (failure: unknown) => done(error ?? (failure as Error)),
      );
  }

  private async readPiece(): Promise<void> {
    const length = Math.min(READ_SIZE, this.span.stop - this.position);
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
