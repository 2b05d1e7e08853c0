/**
 * Settles like `work`, or rejects with `timeoutError` after `ms` milliseconds. `work` itself is not cancelled.
 * @param ms `Infinity` for no limit
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, timeoutError: () => Error): Promise<T> {
  if (ms === Infinity) return work;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timeoutError()), ms);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** True when all of `work` has settled within `ms` milliseconds, successfully or not; false after that time. */
export async function settlesWithin(ms: number, work: Iterable<Promise<unknown>>): Promise<boolean> {
  const settled = Promise.allSettled(work).then(() => true);
  return withTimeout(ms, settled, () => new Error('timeout')).catch(() => false);
}
