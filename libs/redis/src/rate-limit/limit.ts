/** A rate limit: so many points per key and window. */
export interface Limit {
  /** Unique; part of the counter's key. */
  readonly name: string;
  /** Attempts allowed in one window. */
  readonly points: number;
  readonly windowSeconds: number;
  /** Seconds to refuse attempts once the points are used up. Default: the rest of the window. */
  readonly blockSeconds?: number;
}
