/** The number of attempts and the delays between them. */
export interface RetryPolicy {
  /** Attempts in total, the first one included. */
  readonly attempts: number;
  readonly firstDelayMs: number;
  readonly longestDelayMs: number;
}

const GROWTH = 3;

/**
 * Milliseconds to wait after the `attempt`th failure (counted from 1). Exponential backoff with a jitter of up to a
 * quarter, so that clients that failed at the same moment do not retry at the same moment.
 */
export function retryDelay(policy: RetryPolicy, attempt: number, random = Math.random()): number {
  const delay = Math.min(policy.firstDelayMs * GROWTH ** (attempt - 1), policy.longestDelayMs);
  return Math.round(delay * (1 - random / 4));
}
