/** Result of rewrapping one kind of rows with the first master key. */
export interface RewrapResult {
  /** Rows with keys or secrets that the master key wraps. */
  readonly rows: number;
  /** Rows that were rewrapped, in all passes. */
  readonly rewrapped: number;
  /**
   * Rows that the last pass found wrapped by another master key, for example because a running process still uses it.
   */
  readonly left: number;
}
