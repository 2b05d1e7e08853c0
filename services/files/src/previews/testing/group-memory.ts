import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 100;
const PAGE_BYTES = 4_096;

/**
 * Watches the resident memory of all processes that work in `folder`. `stop` returns the highest sum, in bytes. It is
 * the sum of RSS, which counts shared memory once for each process. If that reaches `limit`, it is the exact sum of
 * PSS instead, which takes the kernel much longer.
 */
export function groupMemory(folder: string, limit: number): { stop(): number } {
  let peak = 0;
  // Ignore processes that run already: those of the group start later.
  const older = new Set(processes());
  const timer = setInterval(() => {
    const group = processes().filter((pid) => !older.has(pid) && works(pid, folder));
    const atMost = sum(group.map(residentBytes));
    peak = Math.max(peak, atMost < limit ? atMost : sum(group.map(proportionalBytes)));
  }, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

/** Process ids, which are names of folders in /proc. */
function processes(): string[] {
  return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
}

function works(pid: string, folder: string): boolean {
  return contentOf(`/proc/${pid}/environ`).includes(`HOME=${folder}\0`);
}

/** RSS. The second number of `statm` is the resident memory in pages. */
function residentBytes(pid: string): number {
  return Number(contentOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** PSS, which divides shared memory among the processes that share it. */
function proportionalBytes(pid: string): number {
  return Number(/^Pss:\s+(\d+)/m.exec(contentOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;
}

/** Empty if the process has ended. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
