import { LRUCache } from 'lru-cache';
import { Cache } from './cache.js';

/** More entries than one process can use within a TTL of seconds. */
const MAX_ENTRIES = 10_000;

/** Cache of a single process: evicts the least recently used entry when it is full. */
export class MemoryCache extends Cache {
  private readonly entries: LRUCache<string, string>;

  constructor(maxEntries = MAX_ENTRIES) {
    super();
    this.entries = new LRUCache({ max: maxEntries });
  }

  override get(key: string): Promise<string | null> {
    return Promise.resolve(this.entries.get(key) ?? null);
  }

  override set(key: string, value: string, ttlMs: number): Promise<void> {
    this.entries.set(key, value, { ttl: ttlMs });
    return Promise.resolve();
  }
}
