import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 20;

/**
 * What `check` returns, as soon as it returns instead of throwing. For what cannot be awaited otherwise.
 * @throws what `check` threw last, when `timeoutMs` (30 seconds) have passed
 */
export async function eventually<T>(
  check: () => Promise<T> | T,
  { timeoutMs = 30_000 }: { timeoutMs?: number } = {},
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
