import { rmdirSync, rmSync } from 'node:fs';
import { chmod, lstat, mkdtemp, readdir, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onProcessExit } from './on-process-exit.js';

const PREFIX = 'waybill-previews-';

/** Permission bits that let the group or others list or change a folder. */
const NOT_OWNER = 0o066;

/** Lets the separate user of the previews of root reach its own folder. That user cannot list the other folders. */
const ROOT_MODE = process.getuid?.() === 0 ? 0o711 : 0o700;

/**
 * Temporary folders for decrypted files while their preview is made. They are below a root folder of this process. Its
 * name is random, and other users of the machine can neither create it beforehand nor list it.
 */
export class TempWorkspace {
  private root: Promise<string> | undefined;

  constructor(private readonly parent = tmpdir()) {}

  /** Runs `work` with a new private folder, and removes the folder in any case. */
  async withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
    const folder = await this.createFolder();
    const cancelCleanUp = onProcessExit(() => rmSync(folder, { recursive: true, force: true }));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
      cancelCleanUp();
    }
  }

  /** Removes folders of crashed workers that are older than `before`, from the roots of this user. */
  async removeOlderThan(before: Date): Promise<void> {
    for (const name of await readdir(this.parent)) {
      const root = join(this.parent, name);
      if (!name.startsWith(PREFIX) || !(await isPrivateFolder(root))) continue;
      for (const entry of await readdir(root).catch(() => [])) {
        const folder = join(root, entry);
        const info = await lstat(folder).catch(() => null);
        if (info && info.mtime < before) await rm(folder, { recursive: true, force: true });
      }
      const info = await lstat(root).catch(() => null);
      // `rmdir` fails for a root that another process uses, because it is not empty.
      if (info && info.mtime < before && root !== (await this.root)) await rmdir(root).catch(() => undefined);
    }
  }

  private async createFolder(): Promise<string> {
    this.root ??= this.createRoot();
    try {
      return await mkdtemp(join(await this.root, 'preview-'));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // Another process removed the empty root.
      this.root = this.createRoot();
      return mkdtemp(join(await this.root, 'preview-'));
    }
  }

  private createRoot(): Promise<string> {
    const root = makeRoot(join(this.parent, PREFIX));
    root.then(
      (path) => onProcessExit(() => rmdirSync(path)),
      () => (this.root = undefined),
    );
    return root;
  }
}

async function makeRoot(prefix: string): Promise<string> {
  const root = await mkdtemp(prefix);
  await chmod(root, ROOT_MODE);
  return root;
}

/** False for a symbolic link, a folder of another user, and a folder that others can list or change. */
async function isPrivateFolder(path: string): Promise<boolean> {
  const info = await lstat(path).catch(() => null);
  if (!info?.isDirectory()) return false;
  return process.getuid === undefined || (info.uid === process.getuid() && (info.mode & NOT_OWNER) === 0);
}
