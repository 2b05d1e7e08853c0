import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { freeBuffer } from '../streams/free-buffer.js';
import type { PartBytes } from './part.js';

/** A few long writes to the socket cost less than many, and each one ends before the next time-out for idle requests. */
const PIECE_SIZE = 256 * 1024;

/** Memory that the parts of all uploads of a process share. */
export class PartMemory {
  /** @param free in bytes */
  constructor(private free: number) {}

  /** @returns null if fewer than `size` bytes are free */
  open(size: number): PartBytes | null {
    if (size > this.free) return null;
    this.free -= size;
    return new PartBlock(size, () => void (this.free += size));
  }
}

class PartBlock implements PartBytes {
  private readonly block: Buffer;

  constructor(
    size: number,
    private readonly onClose: () => void,
  ) {
    this.block = Buffer.allocUnsafeSlow(size);
  }

  // eslint-disable-next-line @typescript-eslint/require-await -- that of a file is asynchronous
  async write(chunks: readonly Uint8Array[], start: number): Promise<void> {
    let end = start;
    for (const chunk of chunks) {
      this.block.set(chunk, end);
      end += chunk.length;
    }
  }

  read(size: number): Readable {
    return Readable.from(this.pieces(size), { objectMode: false, highWaterMark: PIECE_SIZE });
  }

  async close(): Promise<void> {
    // A request that failed is destroyed in this turn of the event loop. Until then its last write may need the bytes.
    await setImmediate();
    freeBuffer(this.block);
    this.onClose();
  }

  private *pieces(size: number): Generator<Uint8Array> {
    for (let start = 0; start < size; start += PIECE_SIZE)
      yield this.block.subarray(start, Math.min(start + PIECE_SIZE, size));
  }
}
