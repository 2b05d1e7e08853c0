import { readdirSync, readFileSync } from 'node:fs';
import { allProcesses, isWithin } from './processes.mjs';

/** Resident memory in MiB and open descriptors of a process. */
export function measure(pid) {
  const resident = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  return { resident, descriptors: readdirSync(`/proc/${pid}/fd`).length };
}

/**
 * All processes that descend from `root` and run a program of `build`, by their program.
 * @throws when there is none: nothing would be measured
 */
export function programsBelow(root) {
  const all = allProcesses();
  const programs = [...all].flatMap(([pid, { command }]) => {
    const [program] = /build\/\S*main\.js/.exec(command) ?? [];
    return program && isWithin(all, pid, (at) => at === root) ? [{ pid, name: program }] : [];
  });
  if (programs.length === 0) throw new Error(`Process ${root} runs no program of Waybill`);
  return programs;
}
