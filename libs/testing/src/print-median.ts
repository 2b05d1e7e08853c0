import { median } from './median.js';

/** Calls `call` `rounds` times, one after another, and prints the median of their times under `name`. */
export async function printMedian(name: string, rounds: number, call: () => Promise<unknown>): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  process.stderr.write(`${name}: median ${median(times).toFixed(1)} ms\n`);
}
