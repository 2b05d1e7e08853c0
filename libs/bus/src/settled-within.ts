/** True when all of `work` has ended, well or badly, within `ms`; false when that time is over first. */
export async function settledWithin(ms: number, work: Iterable<Promise<unknown>>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([Promise.allSettled(work).then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
