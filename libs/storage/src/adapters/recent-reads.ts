import { LRUCache } from 'lru-cache';
import type { ByteRange } from '../object-store.js';
import { freeBuffer } from '../streams/free-buffer.js';

/** Long enough for concurrent readers to share a read, and too short for stale bytes to be noticed. */
const TTL_MS = 50;
/** Eight chunks of encrypted objects. */
const MAX_BYTES = 8 * 1024 * 1024;

interface Read {
  readonly bytes: Promise<Buffer>;
  users: number;
  /** Whether the cache has dropped the entry: its last user then frees the bytes. */
  isDropped: boolean;
}

/**
 * Caches the bytes that were read of objects for a moment. Many people read the same file at the same time, and opening
 * a file or a request to S3 costs many times as much as reading a few bytes. Concurrent reads of the same bytes share
 * one request.
 */
export class RecentReads {
  private readonly reads: LRUCache<string, Read>;

  /** @param clock in milliseconds */
  constructor(clock: { now(): number } = performance) {
    this.reads = new LRUCache({
      ttl: TTL_MS,
      ttlResolution: 0,
      ttlAutopurge: true,
      maxSize: MAX_BYTES,
      perf: clock,
      dispose(read) {
        read.isDropped = true;
        freeIfUnused(read);
      },
    });
  }

  /**
   * @param read reads the bytes on a cache miss
   * @param work uses the bytes, and must not keep them
   */
  async use<T>(
    key: string,
    range: ByteRange,
    read: () => Promise<Buffer>,
    work: (bytes: Buffer) => T,
  ): Promise<T> {
    const id = `${key} ${range.start}-${range.end}`;
    const recent = this.reads.get(id) ?? this.start(id, range, read);
    recent.users++;
    try {
      return work(await recent.bytes);
    } finally {
      recent.users--;
      freeIfUnused(recent);
    }
  }

  /** Call after the object was replaced or deleted. */
  invalidate(key: string): void {
    for (const id of [...this.reads.keys()]) if (id.startsWith(`${key} `)) this.reads.delete(id);
  }

  private start(id: string, { start, end }: ByteRange, read: () => Promise<Buffer>): Read {
    const started: Read = { bytes: read(), users: 0, isDropped: false };
    this.reads.set(id, started, { size: end + 1 - start });
    started.bytes.catch(() => {
      if (this.reads.peek(id) === started) this.reads.delete(id);
    });
    return started;
  }
}

/**
 * Frees bytes that the cache has dropped and nobody uses. V8 would collect them late, because it counts a large buffer
 * as a few bytes.
 */
function freeIfUnused({ bytes, users, isDropped }: Read): void {
  if (isDropped && users === 0) bytes.then(freeBuffer, () => undefined);
}
