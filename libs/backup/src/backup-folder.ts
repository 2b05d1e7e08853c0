import { nullIfMissing } from '@waybill/service-kit';
import { FilesystemObjectStore } from '@waybill/storage';
import { copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type BackupLocation, fromNewToOld, type State, STATE_PREFIX, stateName } from './backup-location.js';
import { type Manifest, readManifest, removeManifest, writeManifest } from './manifest.js';
import type { ObjectDigest } from './object-copies.js';
import { OBJECT_LIST, readObjectList } from './object-list.js';

/**
 * A folder of backups:
 *
 *     manifest.json         manifest of the newest complete backup; written last
 *     state-<time>/         database, secrets, mails, list of objects and manifest of one backup
 *     objects/              bytes as stored, encrypted; shared by all backups of the folder
 */
export class BackupFolder implements BackupLocation {
  readonly objects: FilesystemObjectStore;

  constructor(readonly name: string) {
    this.objects = new FilesystemObjectStore(join(name, 'objects'));
  }

  async backups(): Promise<Manifest[]> {
    const newest = await readManifest(this.name);
    const backups = newest ? [newest] : [];
    for (const name of (await nullIfMissing(readdir(this.name))) ?? []) {
      if (!name.startsWith(STATE_PREFIX) || name === newest?.state) continue;
      const manifest = await readManifest(join(this.name, name));
      if (manifest) backups.push(manifest);
    }
    return fromNewToOld(backups);
  }

  /** Makes a backup the newest of the folder. The former newest one stays readable in its state folder. */
  async complete(manifest: Omit<Manifest, 'format'>): Promise<void> {
    const former = await readManifest(this.name);
    if (former) await writeManifest(this.pathOf(former), former);
    await writeManifest(this.pathOf(manifest), manifest);
    await writeManifest(this.name, manifest);
  }

  objectsOf(manifest: Manifest): Promise<ObjectDigest[]> {
    return readObjectList(join(this.pathOf(manifest), OBJECT_LIST));
  }

  async createState(now: Date): Promise<State> {
    const name = stateName(now);
    const folder = join(this.name, name);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return { name, folder };
  }

  openState(manifest: Manifest): Promise<string> {
    return Promise.resolve(this.pathOf(manifest));
  }

  async removeStatesBut(kept: readonly Manifest[]): Promise<void> {
    const states = new Set(kept.map(({ state }) => state));
    for (const name of (await nullIfMissing(readdir(this.name))) ?? []) {
      if (!name.startsWith(STATE_PREFIX) || states.has(name)) continue;
      const state = join(this.name, name);
      // Delete the manifest first: a state without a manifest is unfinished, with one it must have all its files.
      await removeManifest(state);
      await rm(state, { recursive: true, force: true });
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private pathOf({ state }: Pick<Manifest, 'state'>): string {
    return join(this.name, state);
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
