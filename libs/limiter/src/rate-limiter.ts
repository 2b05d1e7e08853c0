export interface Limit {
  /** Unique; part of the counter's key. */
  readonly name: string;
  /** How many are let through in one window. */
  readonly points: number;
  readonly windowSeconds: number;
  /** How long to refuse once the points are spent; the rest of the window when left out. */
  readonly blockSeconds?: number;
}

export interface LimitState {
  readonly allowed: boolean;
  /** Seconds until the next try makes sense; 0 when allowed. */
  readonly retryAfterSeconds: number;
  readonly remaining: number;
}

/** Counters that all replicas agree on. */
export abstract class RateLimiter {
  /** Spends one point of `key`. */
  abstract consume(limit: Limit, key: string): Promise<LimitState>;

  /** As `consume` would answer, but spends nothing. */
  abstract peek(limit: Limit, key: string): Promise<LimitState>;

  /** Forgets the points that `key` spent. */
  abstract reset(limit: Limit, key: string): Promise<void>;
}
