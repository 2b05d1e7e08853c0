/**
 * A cache that all replicas share. An entry can disappear at any time, so the caller must be able to fetch the value
 * from its source.
 */
export abstract class Cache {
  /** Returns the value last set under `key`; null if there is none, or if it expired or was evicted. */
  abstract get(key: string): Promise<string | null>;

  /** Caches `value` for at most `ttlMs` milliseconds. Once it resolves, every connected replica reads the new value. */
  abstract set(key: string, value: string, ttlMs: number): Promise<void>;
}
