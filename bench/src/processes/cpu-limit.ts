import { mkdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PERIOD_MICROSECONDS = 10_000;

/** The two ways in which Linux limits processor time: control groups of version 2, and of version 1. */
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
  /** Gives every process its freedom back. */
  lift(): Promise<void>;
}

/**
 * Gives each process no more than `share` of one processor.
 * @returns null where the machine does not let us: it takes root and control groups
 */
export async function limitProcessors(pids: readonly number[], share: number): Promise<Limits | null> {
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
