import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Waits for the end of stdin, then kills the process group that it named last and removes the folder. */
const SCRIPT = 'while read -r next; do pid=$next; done; kill -s KILL -- "-$pid"; rm -rf "$1"';

/**
 * Detached shell that kills a test server and removes its files when the pipe to this process closes. The pipe closes
 * however this process ends.
 */
export class ProcessReaper {
  private readonly shell;
  private readonly done: Promise<unknown>;

  constructor(folder: string) {
    this.shell = spawn('/bin/sh', ['-c', SCRIPT, 'sh', folder], {
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
