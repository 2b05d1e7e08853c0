import { readdir, readFile } from 'node:fs/promises';
import { KIB } from '../report/size.js';
import { parseStat, type ProcessStat } from './proc-stat.js';

/** Linux counts CPU time in hundredths of a second on every machine (proc(5), USER_HZ). */
const TICKS_PER_SECOND = 100;

/** CPU seconds of these processes and their ended children, in user and system mode. Ended processes count zero. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map(statOf));
  return stats.reduce((sum, stat) => sum + (stat ? stat.ticks + stat.endedTicks : 0), 0) / TICKS_PER_SECOND;
}

/** Lists the process and its descendants. */
export async function processTree(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = (await Promise.all(pids.map(statOf))).filter((stat) => stat !== null);
  const family = [pid];
  for (const parent of family) {
    family.push(...stats.filter((stat) => stat.parent === parent).map((stat) => stat.pid));
  }
  return family;
}

/** Resident memory of one process in bytes, now and at its peak. */
export async function residentBytes(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return { now: kibibytes(status, 'VmRSS') * KIB, peak: kibibytes(status, 'VmHWM') * KIB };
}

/** Resident memory of a process tree in bytes. Shared pages count once, unlike in a sum of RSS. */
export async function sharedResidentBytes(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(
    pids.map(async (pid) => {
      const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => 'Pss: 0 kB');
      return kibibytes(rollup, 'Pss') * KIB;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function statOf(pid: number): Promise<ProcessStat | null> {
  // A process can end between the listing and the reading.
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return text === null ? null : parseStat(text);
}

function kibibytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);
}
