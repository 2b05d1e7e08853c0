import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from './eventually.js';
import { isProcessRunning } from './process-state.js';

describe('isProcessRunning', () => {
  let parent: ChildProcess;

  afterEach(() => parent.kill('SIGKILL'));

  it('a process runs until it was reaped', async () => {
    parent = spawn('sleep', ['1000']);
    expect(isProcessRunning(parent.pid!)).toBe(true);

    parent.kill('SIGKILL');
    await once(parent, 'exit');
    expect(isProcessRunning(parent.pid!)).toBe(false);
  });

  it('a process that has ended but was not reaped by its parent does not run', async () => {
    // `exec` replaces the shell by a program that never waits for its children. A shell may reap a child that it did
    // not start, so the child is killed once the other program has copied the line.
    parent = spawn('/bin/sh', ['-c', 'sleep 1000 & echo $!; exec cat']);
    parent.stdin!.write('replaced\n');
    let output = '';
    for await (const chunk of parent.stdout!) {
      output += String(chunk);
      if (output.includes('replaced')) break;
    }
    const pid = Number.parseInt(output, 10);
    process.kill(pid, 'SIGKILL');

    await eventually(() => expect(isProcessRunning(pid)).toBe(false));
    expect(process.kill(pid, 0)).toBe(true);
  });
});
