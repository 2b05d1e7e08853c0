import { NetworkError } from './errors.js';

/** Delays between the attempts of a transfer. */
export const TRANSFER_DELAYS_MS = [500, 1000, 3000, 5000, 10_000, 20_000, 30_000];

/** A server that asks for a longer wait ends the command. */
const MAX_WAIT_MS = 60_000;

/**
 * The wait before the next attempt, at least as long as the server asks.
 *
 * @param delaysMs one delay for each attempt after the first
 * @returns milliseconds; undefined where a further attempt is of no use
 */
export function retryDelay(
  error: unknown,
  delaysMs: readonly number[],
  failures: number,
): number | undefined {
  const delayMs = delaysMs[failures];
  if (!(error instanceof NetworkError) || delayMs === undefined) return undefined;
  return error.retryAfterMs > MAX_WAIT_MS ? undefined : Math.max(delayMs, error.retryAfterMs);
}
