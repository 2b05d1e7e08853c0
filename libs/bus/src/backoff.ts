/** How often, and how soon, something that failed is tried again. */
export interface RetryPolicy {
  /** Tries in all. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

const GROWTH = 3;

/**
 * Milliseconds to wait after the `attempt`th failure (counted from 1). Up to a quarter is random,
 * so that what failed together does not come back together.
 */
export function retryDelay(policy: RetryPolicy, attempt: number, random = Math.random()): number {
  const delay = Math.min(policy.firstDelayMs * GROWTH ** (attempt - 1), policy.longestDelayMs);
  return Math.round(delay * (1 - random / 4));
}
