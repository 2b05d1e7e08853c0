import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux per second. */
const TICKS = 100;

/**
 * CPU seconds of this process and of a cluster with its servers, by program. `killed` are those of processes that have
 * ended. Null where there is no /proc.
 * @param {string} folder of the cluster: its servers name it in their command
 * @param {Map<number, string>} names of processes, by id
 * @returns {Record<string, number> | null}
 */
export function cpuSeconds(folder, names) {
  const all = processes();
  if (all.size === 0) return null;
  const isOurs = (pid) =>
    pid === process.pid ||
    (all.has(pid) && (all.get(pid).command.includes(folder) || isOurs(all.get(pid).parent)));
  const seconds = { killed: 0 };
  for (const [pid, { own, ended, name }] of all) {
    if (!isOurs(pid)) continue;
    const program = pid === process.pid ? 'ledger' : (names.get(pid) ?? name);
    seconds[program] = (seconds[program] ?? 0) + own;
    seconds.killed += ended;
  }
  return seconds;
}

/** The seconds of `after` without those of `before`. Programs without any are left out. */
export function cpuBetween(before, after) {
  if (!before || !after) return null;
  const rows = Object.entries(after).map(([name, seconds]) => [name, seconds - (before[name] ?? 0)]);
  return Object.fromEntries(rows.sort(([, one], [, other]) => other - one));
}

function processes() {
  const all = new Map();
  for (const pid of list('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [user, system, endedUser, endedSystem] = fields.slice(11, 15);
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      all.set(Number(pid), {
        ...{ name, command, parent: fields[1] },
        own: (user + system) / TICKS,
        ended: (endedUser + endedSystem) / TICKS,
      });
    } catch {
      // It has ended.
    }
  }
  return all;
}

function list(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
