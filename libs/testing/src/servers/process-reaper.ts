import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const PID_FILE = 'server.pid';

/** Waits for the end of its input, then ends the server's whole process group and removes its folder. */
const SCRIPT = `cat > /dev/null; kill -s KILL -- "-$(cat "$1/${PID_FILE}")"; rm -rf "$1"`;

/**
 * A process that outlives us: it ends the server and removes its files once our end of its pipe closes, which
 * happens however this process ends.
 */
export class Guard {
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

  /** From now on process group `pid` is the one to end. */
  async watch(pid: number): Promise<void> {
    await writeFile(join(this.folder, PID_FILE), String(pid));
  }

  /** Has it do its work now. */
  async release(): Promise<void> {
    this.shell.ref();
    this.shell.stdin.end();
    await this.done;
  }
}
