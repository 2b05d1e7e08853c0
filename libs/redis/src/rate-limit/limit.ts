/** A rate limit: so many points per key and window. */
export interface Limit {
  /** Unique; part of the counter's key. */
  readonly name: string;
  /** Attempts allowed in one window. */
  readonly points: number;
  readonly windowSeconds: number;
  /** How long to refuse once the points are used up; the rest of the window when left out. */
  readonly blockSeconds?: number;
}
