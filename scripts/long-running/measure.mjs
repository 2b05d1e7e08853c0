import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in MiB and open descriptors of a process. */
export function measure(pid) {
  const resident = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  return { resident, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/** All processes that descend from `pid` and run `dist/…`, by their program. */
export function programsBelow(pid) {
  const parents = new Map();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      parents.set(Number(name), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${name}/stat`, 'utf8'))[1]));
    } catch {
      // It has ended.
    }
  }
  const isBelow = (one) => one === pid || (parents.has(one) && isBelow(parents.get(one)));
  return [...parents.keys()].filter(isBelow).flatMap((one) => {
    const [, program] = /(\S+dist\/\S*main\.js)/.exec(commandOf(one)) ?? [];
    return program ? [{ pid: one, name: program.split('/').slice(-3).join('/') }] : [];
  });
}

function commandOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
