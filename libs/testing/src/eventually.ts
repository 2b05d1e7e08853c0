import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * Calls `check` every 20 ms until it returns instead of throwing. For conditions that cannot be awaited.
 * @returns the result of `check`
 * @throws the last error of `check`, after `timeoutMs` (default 60 seconds)
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  { timeoutMs = 60_000 }: { timeoutMs?: number } = {},
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(POLL_MS);
    }
  }
}
