import { readdir, readFile } from 'node:fs/promises';
import { parseStat } from '../processes/proc-stat.js';

const TICKS_PER_SECOND = 100;

/** CPU seconds of a process so far, of its main thread and of all others (thread pool, engine). */
export async function threadSeconds(pid: number): Promise<{ main: number; others: number }> {
  const threads = await readdir(`/proc/${pid}/task`);
  const ticks = await Promise.all(
    threads.map(async (id) => parseStat(await readFile(`/proc/${pid}/task/${id}/stat`, 'utf8'))),
  );
  const seconds = (own: (thread: number) => boolean) =>
    ticks.filter((stat) => own(stat.pid)).reduce((sum, stat) => sum + stat.ticks, 0) / TICKS_PER_SECOND;
  return { main: seconds((id) => id === pid), others: seconds((id) => id !== pid) };
}
