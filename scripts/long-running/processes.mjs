import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of Linux per second. */
const TICKS = 100;

/**
 * Processes of this machine by id, with the words of their command and their CPU seconds: `own`, and `ended` for their
 * children that have ended. Empty where there is no /proc.
 * @returns {Map<number, { parent: number, name: string, command: string, own: number, ended: number }>}
 */
export function allProcesses() {
  const all = new Map();
  for (const pid of processIds()) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const nameEnd = stat.lastIndexOf(')');
      const fields = stat
        .slice(nameEnd + 2)
        .split(' ')
        .map(Number);
      const [user, system, endedUser, endedSystem] = fields.slice(11, 15);
      all.set(pid, {
        parent: fields[1],
        name: stat.slice(stat.indexOf('(') + 1, nameEnd),
        command: readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' '),
        own: (user + system) / TICKS,
        ended: (endedUser + endedSystem) / TICKS,
      });
    } catch {
      // It has ended.
    }
  }
  return all;
}

/** Whether a process or one above it meets a condition. */
export function isWithin(all, pid, condition) {
  for (let at = pid; all.has(at); at = all.get(at).parent) if (condition(at, all.get(at))) return true;
  return false;
}

function processIds() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
