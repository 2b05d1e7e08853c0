import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Pause between two calls, as a share of the wait so far. It grows, because a check can cost more than the work it
 * waits for.
 */
const SHARE_OF_WAIT = 0.1;
const SHORTEST_MS = 20;
const LONGEST_MS = 250;

/**
 * Calls `check`, first every 20 ms and later at most every 250 ms, until it returns instead of throwing. For conditions
 * that cannot be awaited.
 * @returns the result of `check`
 * @throws the last error of `check`, after `timeoutMs` (default 60 seconds)
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {},
): Promise<T> {
  const beganAt = Date.now();
  for (;;) {
    try {
      return await check();
    } catch (error) {
      const waitedMs = Date.now() - beganAt;
      if (waitedMs > timeoutMs) throw error;
      await sleep(Math.min(Math.max(waitedMs * SHARE_OF_WAIT, SHORTEST_MS), LONGEST_MS));
    }
  }
}
