/** A rate limit: so many points per key and window. */
export interface Limit {
  /** Unique; part of the counter's key. */
  readonly name: string;
  /** Attempts allowed in one window. */
  readonly points: number;
  readonly windowSeconds: number;
  /** Points of an IPv6 /56 or /48 at most: its share of a limit in total. Default: no limit but its multiple. */
  readonly widePoints?: number;
  /** Seconds to refuse attempts once the points are used up. Default: the rest of the window. */
  readonly blockSeconds?: number;
}
