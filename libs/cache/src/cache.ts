/**
 * What all replicas remember together, for a moment. Any of it may be forgotten at any time: whoever asks must know
 * where else to ask, and be right without it.
 */
export abstract class Cache {
  /** What was last set under `key`; null when nothing was, its time is over, or it was forgotten. */
  abstract get(key: string): Promise<string | null>;

  /** Remembers `value` for at most `ttlMs` milliseconds. When it resolves, every replica that can ask is told so. */
  abstract set(key: string, value: string, ttlMs: number): Promise<void>;
}
