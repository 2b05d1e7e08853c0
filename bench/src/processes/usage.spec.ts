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
    // A process of its own: the memory of this one shrinks and grows with every test file before it.
    const script = `Buffer.alloc(${size}, 1).fill(2); console.log('filled'); setInterval(() => {}, 1000)`;
    const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      await once(child.stdout, 'data');
      const { now, peak } = await residentBytes(child.pid!);
      expect(peak).toBeGreaterThanOrEqual(size);
      expect(peak).toBeGreaterThanOrEqual(now);
      expect(peak).toBeLessThan(size * 10);
    } finally {
      child.kill();
    }
  });
});
