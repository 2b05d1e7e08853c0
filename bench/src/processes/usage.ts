import { readdir, readFile } from 'node:fs/promises';
import { KIB } from '../report/size.js';
import { parseStat, type ProcessStat } from './stat.js';

/** Linux counts processor time in hundredths of a second, whatever the machine (proc(5), USER_HZ). */
const TICKS_PER_SECOND = 100;

/** Processor seconds, in user and system mode, that these processes have used so far; ended ones count nothing. */
export async function cpuSeconds(pids: readonly number[]): Promise<number> {
  const stats = await Promise.all(pids.map(statOf));
  return stats.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0) / TICKS_PER_SECOND;
}

/** The process and all that descend from it. */
export async function familyOf(pid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const stats = (await Promise.all(pids.map(statOf))).filter((stat) => stat !== null);
  const family = [pid];
  for (const parent of family) {
    family.push(...stats.filter((stat) => stat.parent === parent).map((stat) => stat.pid));
  }
  return family;
}

/** Resident bytes of one process now, and at its peak since it began. */
export async function residentBytes(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return { now: kibibytes(status, 'VmRSS') * KIB, peak: kibibytes(status, 'VmHWM') * KIB };
}

/** Resident bytes of a family of processes; what they share is counted once, which adding up RSS would not do. */
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
  // Between the listing and the reading a process may end.
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  return text === null ? null : parseStat(text);
}

function kibibytes(text: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0);
}
