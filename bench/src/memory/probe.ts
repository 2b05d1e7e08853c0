import { setTimeout as sleep } from 'node:timers/promises';

const INTERVAL_MS = 100;

/**
 * Requests `url` ten times per second until `work` is done.
 * @returns the result of `work` and the latencies in milliseconds
 */
export async function probeWhile<T>(
  url: string,
  work: Promise<T>,
): Promise<{ result: T; probes: readonly number[] }> {
  const probes: number[] = [];
  let working = true;
  const finished = work.finally(() => (working = false));
  const probing = async () => {
    while (working) {
      const began = performance.now();
      const answer = await fetch(url);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
      probes.push(performance.now() - began);
      await sleep(INTERVAL_MS);
    }
  };
  const [result] = await Promise.all([finished, probing()]);
  return { result, probes };
}
