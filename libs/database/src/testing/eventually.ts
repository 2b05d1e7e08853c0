import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const POLL_MS = 20;

/**
 * Repeats `check` until it passes. A copy of `eventually` in @waybill/testing, which depends on this package.
 * @returns the result of `check`
 */
export async function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await sleep(POLL_MS);
    }
  }
}
