import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 100;
const PAGE_BYTES = 4_096;

/**
 * Watches the resident memory of all processes that work in `folder`, in bytes. `stop` returns the highest sum, in which
 * memory that processes share counts once for each of them, unless that would exceed `limit`: to count exactly takes the
 * kernel much longer.
 */
export function groupMemory(folder: string, limit: number): { stop(): number } {
  let peak = 0;
  // Those of the group start later.
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

/** The second number is the resident memory, in pages. */
function residentBytes(pid: string): number {
  return Number(contentOf(`/proc/${pid}/statm`).split(' ')[1] ?? 0) * PAGE_BYTES;
}

/** Memory that processes share counts once. */
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
