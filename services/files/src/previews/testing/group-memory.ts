import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 50;

/** Watches the resident memory of all processes that work in `folder`, in bytes. `stop` returns the highest sum. */
export function groupMemory(folder: string): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    const sum = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && works(name, folder))
      .reduce((total, pid) => total + residentBytes(pid), 0);
    peak = Math.max(peak, sum);
  }, EVERY_MS);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function works(pid: string, folder: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`HOME=${folder}\0`);
  } catch {
    // It has ended.
    return false;
  }
}

/** Proportional share: memory that processes share counts once. */
function residentBytes(pid: string): number {
  try {
    return (
      Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1'))?.[1] ?? 0) * 1024
    );
  } catch {
    return 0;
  }
}
