/** A rate limit: so many points per key and window. */
export interface Limit {
  /** Unique; part of the counter's key. */
  readonly name: string;
  /** Attempts allowed in one window. */
  readonly points: number;
  readonly windowSeconds: number;
  /**
   * Maximum points of an IPv6 /56 or /48, such as half of the limit for all clients together. Default: `points` times
   * the factor of its tier.
   */
  readonly widePoints?: number;
  /** Seconds to refuse attempts once the points are used up. Default: the rest of the window. */
  readonly blockSeconds?: number;
}
