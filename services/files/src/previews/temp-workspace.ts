import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Temporary folders for decrypted files while their preview is made. */
export class TempWorkspace {
  private readonly root = join(tmpdir(), 'waybill-previews');

  /** Runs `work` with a new folder for this user alone, and removes the folder in any case. */
  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.root, 'preview-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Removes folders of crashed workers that are older than `before`. */
  async removeOlderThan(before: Date): Promise<void> {
    for (const name of await readdir(this.root).catch(() => [])) {
      const folder = join(this.root, name);
      const entry = await stat(folder).catch(() => null);
      if (entry && entry.mtime < before) await rm(folder, { recursive: true, force: true });
    }
  }
}
