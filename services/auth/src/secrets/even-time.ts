import { setTimeout } from 'node:timers/promises';

/**
 * Does `work` and answers no earlier than `floorMs` after the start, whether it succeeds or fails: the time an
 * answer takes does not tell whether an address has an account (contract, "no enumeration").
 */
export async function evenTime<T>(floorMs: number, work: () => Promise<T>): Promise<T> {
  const floor = setTimeout(floorMs);
  try {
    return await work();
  } finally {
    await floor;
  }
}
