import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { eventually } from '../testing/eventually.js';
import { isProcessAlive, isServerOf } from './lock-file.js';

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('isProcessAlive', () => {
  it('takes a running process for running, and one that has ended for ended', async () => {
    const child = spawn('sleep', ['60']);
    expect(isProcessAlive(child.pid!)).toBe(true);
    child.kill();
    await once(child, 'exit');
    expect(isProcessAlive(child.pid!)).toBe(false);
  });

  onLinux('takes a zombie process for ended', async () => {
    // `exec` replaces the shell by a program that never reaps its child. The child waits until then, for the end of
    // descriptor 3.
    const script = 'cat <&3 & echo $!; exec 3<&-; exec sleep 60';
    const parent = spawn('sh', ['-c', script], { stdio: ['ignore', 'pipe', 'inherit', 'pipe'] });
    try {
      const [line] = (await once(parent.stdout!, 'data')) as [Buffer];
      const pid = Number(line.toString());
      await eventually(() => expect(readFileSync(`/proc/${parent.pid}/cmdline`, 'utf8')).toMatch(/^sleep/));
      (parent.stdio[3] as Writable).end();
      await eventually(() => expect(readFileSync(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) Z /));
      expect(isProcessAlive(pid)).toBe(false);
    } finally {
      parent.kill();
    }
  });
});

describe('isServerOf', () => {
  onLinux('waits for the end of a process that has lost its command line', async () => {
    const script = "process.title = ''; console.log('exiting'); process.stdin.resume()";
    const child = spawn(process.execPath, ['-e', script]);
    await once(child.stdout, 'data');
    let isEnding = false;
    setTimeout(() => {
      isEnding = true;
      child.stdin.end();
    }, 200);
    expect(await isServerOf('/cluster', child.pid!)).toBe(false);
    expect(isEnding).toBe(true);
  });
});
