import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PID_FILE = 'server.pid';

/** Waits for the end of stdin, then kills the process group of the server and removes its folder. */
const SCRIPT = `cat > /dev/null; kill -s KILL -- "-$(cat "$1/${PID_FILE}")"; rm -rf "$1"`;

/**
 * Detached shell that kills a test server and removes its files when the pipe to this process closes. The pipe closes
 * however this process ends.
 */
export class ProcessReaper {
  private readonly shell;
  private readonly done: Promise<unknown>;

  constructor(private readonly folder: string) {
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
    await writeFile(join(this.folder, PID_FILE), String(pid));
  }

  /** Kills the process group and removes the folder now. */
  async reap(): Promise<void> {
    this.shell.ref();
    this.shell.stdin.end();
    await this.done;
  }
}
