import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpuSeconds, processTree, residentBytes } from './usage.js';

const describeOnLinux = process.platform === 'linux' ? describe : describe.skip;

describeOnLinux('what a process uses', () => {
  it('counts the CPU time of a process', async () => {
    const before = await cpuSeconds([process.pid]);
    const { user } = process.cpuUsage();
    while (process.cpuUsage().user - user < 300_000);
    expect((await cpuSeconds([process.pid])) - before).toBeGreaterThanOrEqual(0.28);
  });

  it('counts zero for a process that has ended', async () => {
    expect(await cpuSeconds([2 ** 30])).toBe(0);
  });

  it('finds grandchildren', async () => {
    const child = spawn('/bin/sh', ['-c', 'sleep 60 & echo $!; wait'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [grandchild] = (await once(child.stdout, 'data')) as [Buffer];
    try {
      expect(await processTree(process.pid)).toEqual(expect.arrayContaining([child.pid, Number(grandchild)]));
    } finally {
      process.kill(Number(grandchild));
      child.kill();
    }
  });

  it('reports the peak memory of a process', async () => {
    const size = 64 * 1024 * 1024;
    const before = await residentBytes(process.pid);
    expect(Buffer.alloc(size, 1)).toHaveLength(size);
    const after = await residentBytes(process.pid);
    expect(after.peak).toBeGreaterThanOrEqual(before.now + size * 0.9);
    expect(after.peak).toBeGreaterThanOrEqual(after.now);
  });
});
