/** Calls `action` at each interval while `work` runs, for example to renew a lease. @returns the result of `work` */
export async function repeatDuring<T>(
  intervalMs: number,
  action: () => Promise<void>,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => void action(), intervalMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
  }
}
