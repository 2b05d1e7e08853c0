import { freeBuffer } from '../streams/free-buffer.js';
import { PLAIN_CHUNK_SIZE } from './encrypted-format.js';

/**
 * Cuts plain bytes into the chunks of an object. A buffer of up to one chunk becomes the chunk without a copy. Owns the
 * buffers that it gets, and frees each after it was encrypted or copied.
 */
export class PlainChunks {
  private chunk: Uint8Array = new Uint8Array(0);
  private filled = 0;

  /** Plain bytes of the current chunk. */
  get partial(): Uint8Array {
    return this.chunk.subarray(0, this.filled);
  }

  /** Whether the current chunk takes no more bytes. */
  get isFull(): boolean {
    return this.filled === PLAIN_CHUNK_SIZE;
  }

  /** Takes bytes from `start` on, as many as the chunk has room for. @returns what it took */
  take(bytes: Uint8Array, start: number): Uint8Array {
    if (this.filled === 0 && start === 0 && bytes.length <= PLAIN_CHUNK_SIZE) {
      this.replace(bytes);
      this.filled = bytes.length;
      return bytes;
    }
    const part = bytes.subarray(start, start + PLAIN_CHUNK_SIZE - this.filled);
    if (this.chunk.length < PLAIN_CHUNK_SIZE) {
      const whole = Buffer.allocUnsafeSlow(PLAIN_CHUNK_SIZE);
      whole.set(this.partial);
      this.replace(whole);
    }
    this.chunk.set(part, this.filled);
    this.filled += part.length;
    return part;
  }

  /** Frees bytes that were taken to their end, unless they became the current chunk. */
  release(bytes: Uint8Array): void {
    if (bytes !== this.chunk) freeBuffer(bytes);
  }

  /** Starts the next chunk. */
  next(): void {
    this.replace(new Uint8Array(0));
    this.filled = 0;
  }

  private replace(chunk: Uint8Array): void {
    freeBuffer(this.chunk);
    this.chunk = chunk;
  }
}
