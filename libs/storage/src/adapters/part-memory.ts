import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { freeBuffer } from '../streams/free-buffer.js';
import type { PartBytes } from './part.js';

/**
 * Bytes per write to the socket. A few long writes cost less than many, but each has to end before the idle timeout.
 */
const PIECE_SIZE = 256 * 1024;

/** Time after which memory that no part uses is freed. */
const IDLE_MS = 10_000;

/**
 * Memory that is shared by the parts of all uploads of a process. Reuses its blocks, because allocating one costs more
 * than an upload of a megabyte.
 */
export class PartMemory {
  private readonly idle: Buffer[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** @param free bytes of memory for parts */
  constructor(
    private free: number,
    private readonly idleMs = IDLE_MS,
  ) {}

  /** @param size bytes of a part, the same in each call. @returns null if fewer bytes are free */
  open(size: number): PartBytes | null {
    if (size > this.free) return null;
    this.free -= size;
    return new PartBlock(this.idle.pop() ?? Buffer.allocUnsafeSlow(size), (block) => this.take(block));
  }

  private take(block: Buffer): void {
    this.free += block.length;
    this.idle.push(block);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      for (const unused of this.idle.splice(0)) freeBuffer(unused);
    }, this.idleMs).unref();
  }
}

class PartBlock implements PartBytes {
  constructor(
    private readonly block: Buffer,
    private readonly onClose: (block: Buffer) => void,
  ) {}

  // oxlint-disable-next-line typescript/require-await -- that of a file is asynchronous
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
    // Wait for the end of this turn of the event loop, in which a failed request is destroyed: its last write may need
    // the bytes until then.
    await setImmediate();
    this.onClose(this.block);
  }

  private *pieces(size: number): Generator<Uint8Array> {
    for (let start = 0; start < size; start += PIECE_SIZE)
      yield this.block.subarray(start, Math.min(start + PIECE_SIZE, size));
  }
}
