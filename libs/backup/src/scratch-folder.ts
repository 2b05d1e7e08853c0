import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder in TMPDIR, for rows and keys that must not stay there. It is also removed when the process exits before
 * `remove`. Signals remove it only in a process that handles them by `process.exit`.
 */
export class ScratchFolder {
  private readonly removeAtExit = () =>
    // Retries, because a server that ends at the same time may still write to it.
    rmSync(this.path, { recursive: true, force: true, maxRetries: 10 });

  private constructor(readonly path: string) {
    process.once('exit', this.removeAtExit);
  }

  static async create(prefix: string): Promise<ScratchFolder> {
    return new ScratchFolder(await mkdtemp(join(tmpdir(), prefix)));
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
    process.off('exit', this.removeAtExit);
  }
}
