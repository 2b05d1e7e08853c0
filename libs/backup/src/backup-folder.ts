import { nullIfMissing } from '@waybill/service-kit';
import { FilesystemObjectStore } from '@waybill/storage';
import { copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, readManifest, writeManifest } from './manifest.js';
import type { ObjectDigest } from './object-copies.js';
import { OBJECT_LIST, readObjectList } from './object-list.js';

/** Each backup has a state folder of its own. */
const STATE = /^state-/;

/**
 * A folder of backups:
 *
 *     manifest.json         manifest of the newest complete backup; written last
 *     state-<time>/         database, secrets, mails, list of objects and manifest of one backup
 *     objects/              bytes as stored, encrypted; shared by all backups of the folder
 */
export class BackupFolder {
  readonly objects: FilesystemObjectStore;

  constructor(readonly path: string) {
    this.objects = new FilesystemObjectStore(join(path, 'objects'));
  }

  stateFolder({ state }: Pick<Manifest, 'state'>): string {
    return join(this.path, state);
  }

  /** Complete backups, from new to old. */
  async backups(): Promise<Manifest[]> {
    const newest = await readManifest(this.path);
    const backups = newest ? [newest] : [];
    for (const name of (await nullIfMissing(readdir(this.path))) ?? []) {
      if (!STATE.test(name) || name === newest?.state) continue;
      const manifest = await readManifest(join(this.path, name));
      if (manifest) backups.push(manifest);
    }
    return backups.sort((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
  }

  /** Makes a backup the newest of the folder. The former newest one stays readable in its state folder. */
  async complete(manifest: Omit<Manifest, 'format'>): Promise<void> {
    const former = await readManifest(this.path);
    if (former) await writeManifest(this.stateFolder(former), former);
    await writeManifest(this.stateFolder(manifest), manifest);
    await writeManifest(this.path, manifest);
  }

  objectsOf(manifest: Manifest): Promise<ObjectDigest[]> {
    return readObjectList(join(this.stateFolder(manifest), OBJECT_LIST));
  }

  /** Creates a state folder that no manifest names yet. @returns its name */
  async createStateFolder(now: Date): Promise<string> {
    const state = `state-${now
      .toISOString()
      .toLowerCase()
      .replaceAll(/[^0-9a-z]/g, '-')}`;
    await mkdir(join(this.path, state), { recursive: true, mode: 0o700 });
    return state;
  }

  /** Removes other backups, leftovers of interrupted ones, and objects that no kept backup lists. */
  async removeAllBut(kept: readonly Manifest[]): Promise<void> {
    const states = new Set(kept.map(({ state }) => state));
    const keys = new Set<string>();
    for (const manifest of kept) for (const { key } of await this.objectsOf(manifest)) keys.add(key);
    for (const name of await readdir(this.path)) {
      if (STATE.test(name) && !states.has(name)) {
        await rm(join(this.path, name), { recursive: true, force: true });
      }
    }
    for await (const { key } of this.objects.list('')) {
      if (!keys.has(key)) await this.objects.delete(key);
    }
    await this.objects.removeUnfinished(new Date());
  }
}

/**
 * Copies the files of a flat folder, readable by the owner only. Skips dot files and files that are deleted meanwhile.
 * A missing folder counts as empty.
 * @returns number of files
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  const names = ((await nullIfMissing(readdir(from))) ?? []).filter((name) => !name.startsWith('.'));
  if (names.length === 0) return 0;
  await mkdir(to, { recursive: true, mode: 0o700 });
  let copied = 0;
  for (const name of names) {
    const target = join(to, name);
    const isCopied = await nullIfMissing(copyFile(join(from, name), target).then(() => true));
    if (!isCopied) continue;
    const file = await open(target, 'r+');
    await file.chmod(0o600);
    await file.sync();
    await file.close();
    copied += 1;
  }
  return copied;
}
