import { spawn } from 'node:child_process';
import { once } from 'node:events';

/**
 * Waits for the end of stdin, then kills the process group that the last line named, if any, and removes the folder.
 * Tries several times, because other servers that write to the folder end at the same time.
 */
const SCRIPT = `
  while read -r next; do pid=$next; done
  [ "$pid" ] && kill -s KILL -- "-$pid"
  for try in 1 2 3 4 5; do rm -rf "$1" && exit; sleep 1; done`;

/**
 * Detached shell that kills a test server and removes a folder when the pipe to this process closes. The pipe closes
 * however this process ends.
 */
export class ProcessReaper {
  private readonly shell;
  private readonly done: Promise<unknown>;

  constructor(folder: string) {
    this.shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', folder], {
      cwd: '/',
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    this.done = once(this.shell, 'exit');
    this.shell.unref();
    (this.shell.stdin as unknown as { unref(): void }).unref();
  }

  /** Sets the process group to kill. */
  async watch(pid: number): Promise<void> {
    await new Promise((written) => this.shell.stdin.write(`${pid}\n`, written));
  }

  /** Kills the process group and removes the folder now. */
  async reap(): Promise<void> {
    this.shell.ref();
    this.shell.stdin.end();
    await this.done;
  }
}
