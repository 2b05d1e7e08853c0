import { allProcesses, isWithin } from '../long-running/processes.mjs';

/**
 * CPU seconds of this process and of a cluster with its servers, by program. `killed` sums up the processes that have
 * ended. Null where there is no /proc.
 * @param {string} folder of the cluster: its servers name it in their command
 * @param {Map<number, string>} names of processes, by id
 * @returns {Record<string, number> | null}
 */
export function cpuSeconds(folder, names) {
  const all = allProcesses();
  if (all.size === 0) return null;
  const isOurs = (pid, { command }) => pid === process.pid || command.includes(folder);
  const seconds = { killed: 0 };
  for (const [pid, { own, ended, name }] of all) {
    if (!isWithin(all, pid, isOurs)) continue;
    const program = pid === process.pid ? 'ledger' : (names.get(pid) ?? name);
    seconds[program] = (seconds[program] ?? 0) + own;
    seconds.killed += ended;
  }
  return seconds;
}

/** Seconds that each program of `after` used since `before`, most first. */
export function cpuBetween(before, after) {
  if (!before || !after) return null;
  const rows = Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)]);
  return Object.fromEntries(rows.sort(([, one], [, other]) => other - one));
}
