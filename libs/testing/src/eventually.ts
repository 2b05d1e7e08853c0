import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * What `check` returns, as soon as it returns instead of throwing. For what cannot be awaited otherwise.
 * @throws what `check` threw last, when `timeoutMs` (10 seconds) have passed
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  { timeoutMs = 10_000 }: { timeoutMs?: number } = {},
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
