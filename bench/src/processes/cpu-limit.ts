import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PERIOD_MICROSECONDS = 10_000;

/** Control groups of Linux, version 2 and version 1. */
const ways = [
  {
    root: '/sys/fs/cgroup',
    limit: (folder: string, quota: number) =>
      writeFile(join(folder, 'cpu.max'), `${quota} ${PERIOD_MICROSECONDS}`),
  },
  {
    root: '/sys/fs/cgroup/cpu',
    limit: async (folder: string, quota: number) => {
      await writeFile(join(folder, 'cpu.cfs_period_us'), String(PERIOD_MICROSECONDS));
      await writeFile(join(folder, 'cpu.cfs_quota_us'), String(quota));
    },
  },
];

export interface Limits {
  /** Removes the limits. */
  lift(): Promise<void>;
}

/**
 * Limits each process to `share` of one processor.
 * @returns null without root or control groups
 */
export async function limitCpu(pids: readonly number[], share: number): Promise<Limits | null> {
  for (const { root, limit } of ways) {
    const limited: { pid: number; folder: string }[] = [];
    const lift = async () => {
      for (const { pid, folder } of limited.splice(0)) {
        await writeFile(join(root, 'cgroup.procs'), String(pid)).catch(() => undefined);
        await rmdir(folder).catch(() => undefined);
      }
    };
    try {
      await readFile(join(root, 'cgroup.procs'));
      for (const pid of pids) {
        const folder = join(root, `waybill-bench-${pid}`);
        await mkdir(folder);
        limited.push({ pid, folder });
        await limit(folder, Math.round(share * PERIOD_MICROSECONDS));
        await writeFile(join(folder, 'cgroup.procs'), String(pid));
      }
      return { lift };
    } catch {
      await lift();
    }
  }
  return null;
}
