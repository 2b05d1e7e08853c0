import { freeBuffer } from '../streams/free-buffer.js';
import { PLAIN_CHUNK_SIZE } from './encrypted-format.js';

/** Shorter buffers are copied together: a chunk of many small ones would take much more memory than its bytes. */
const SHORTEST_KEPT = 16 * 1024;
const GATHERED_BYTES = 64 * 1024;

/**
 * Cuts plain bytes into the chunks of an object. Keeps large buffers as the parts of a chunk instead of copying them.
 * Owns the buffers that it gets, and frees each after it was encrypted or copied.
 */
export class PlainChunks {
  /** Bytes of the current chunk. */
  length = 0;
  private kept: Uint8Array[] = [];
  /** Buffers whose last bytes are among the kept parts. */
  private readonly owned: Uint8Array[] = [];
  /** Small buffers are copied into this one. */
  private gathered = Buffer.alloc(0);
  /** Range of its bytes that follow the kept parts. */
  private gatheredFrom = 0;
  private gatheredTo = 0;

  /** Plain bytes of the current chunk, in their order. */
  get parts(): readonly Uint8Array[] {
    this.keepGathered();
    return this.kept;
  }

  /** Whether the current chunk takes no more bytes. */
  get isFull(): boolean {
    return this.length === PLAIN_CHUNK_SIZE;
  }

  /** Takes bytes from `start` on, as many as the chunk has room for. @returns what it took, valid until `next` */
  take(bytes: Uint8Array, start: number): Uint8Array {
    const part = bytes.subarray(start, start + PLAIN_CHUNK_SIZE - this.length);
    // A chunk without bytes has no parts.
    if (part.length === 0) return part;
    const isEnd = start + part.length === bytes.length;
    const isKept = part.length >= SHORTEST_KEPT || (this.length === 0 && isEnd);
    this.length += part.length;
    if (!isKept) return this.gather(part, isEnd ? bytes : null);
    this.keepGathered();
    this.kept.push(part);
    if (isEnd) this.owned.push(bytes);
    return part;
  }

  /** Starts the next chunk. */
  next(): void {
    for (const bytes of this.owned.splice(0)) freeBuffer(bytes);
    this.gathered = Buffer.alloc(0);
    this.gatheredFrom = 0;
    this.gatheredTo = 0;
    this.kept = [];
    this.length = 0;
  }

  /** Copies a small part. @param ended the buffer that ends with it, if any: it is not needed any more */
  private gather(part: Uint8Array, ended: Uint8Array | null): Uint8Array {
    if (this.gathered.length - this.gatheredTo < part.length) {
      this.keepGathered();
      this.gathered = Buffer.allocUnsafeSlow(GATHERED_BYTES);
      this.owned.push(this.gathered);
      this.gatheredFrom = 0;
      this.gatheredTo = 0;
    }
    this.gathered.set(part, this.gatheredTo);
    const copy = this.gathered.subarray(this.gatheredTo, this.gatheredTo + part.length);
    this.gatheredTo += part.length;
    if (ended) freeBuffer(ended);
    return copy;
  }

  private keepGathered(): void {
    if (this.gatheredTo === this.gatheredFrom) return;
    this.kept.push(this.gathered.subarray(this.gatheredFrom, this.gatheredTo));
    this.gatheredFrom = this.gatheredTo;
  }
}
