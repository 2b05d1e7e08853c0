import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Runs `work` and settles no earlier than `minimumMs` after the start, on success and on failure. Prevents account
 * enumeration by response times (docs/decisions/accounts-and-sessions.md).
 */
export async function withMinimumDuration<T>(minimumMs: number, work: () => Promise<T>): Promise<T> {
  const minimum = sleep(minimumMs);
  try {
    return await work();
  } finally {
    await minimum;
  }
}
