import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formatSize } from './report/size.js';

const run = promisify(execFile);

/** Temporary files and processes of a benchmark. `close` removes them all. */
export class Workspace {
  private readonly steps: (() => Promise<unknown>)[] = [];
  private closing: Promise<void> | undefined;

  private constructor(readonly path: string) {}

  /** @throws Error when the disk has no room for `bytesNeeded` */
  static async open(parent: string, bytesNeeded: number): Promise<Workspace> {
    await mkdir(parent, { recursive: true });
    const { bavail, bsize } = await statfs(parent);
    if (bavail * bsize < bytesNeeded) {
      throw new Error(`${parent}: ${formatSize(bytesNeeded)} of free disk are needed.`);
    }
    return new Workspace(await mkdtemp(join(parent, 'run-')));
  }

  async folder(name: string): Promise<string> {
    const path = join(this.path, name);
    await mkdir(path, { recursive: true });
    return path;
  }

  /** Registers `thing` to be stopped on close. Stops it immediately when the workspace is already closed. */
  own<T extends { stop(): Promise<void> }>(thing: T): T {
    if (this.closing) void thing.stop();
    this.steps.unshift(() => thing.stop());
    return thing;
  }

  /** Syncs the disks, so that no measurement pays for the writes of the one before. */
  async settle(): Promise<void> {
    await run('sync');
  }

  /** Stops all processes, then deletes all files. Idempotent. */
  close(): Promise<void> {
    this.closing ??= this.closeAll();
    return this.closing;
  }

  private async closeAll(): Promise<void> {
    await Promise.allSettled(this.steps.map((step) => step()));
    await rm(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}
