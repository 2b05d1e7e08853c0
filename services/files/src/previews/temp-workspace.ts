import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Folders that plain files lie in while their preview is made: gone as soon as it is. */
export class TempWorkspace {
  private readonly root = join(tmpdir(), 'waybill-previews');

  /** Runs `work` with a new folder that only this user can enter. Whatever happens, it is removed. */
  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    await mkdir(this.root, { recursive: true, mode: 0o700 });
    const folder = await mkdtemp(join(this.root, 'preview-'));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** Removes folders that a killed worker left, begun before `before`. */
  async removeOlderThan(before: Date): Promise<void> {
    for (const name of await readdir(this.root).catch(() => [])) {
      const folder = join(this.root, name);
      const entry = await stat(folder).catch(() => null);
      if (entry && entry.mtime < before) await rm(folder, { recursive: true, force: true });
    }
  }
}
