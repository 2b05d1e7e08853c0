import { FilesystemObjectStore } from '@waybill/storage';
import { copyFile, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type KeptObject } from './copy-objects.js';
import { type Manifest, readManifest } from './manifest.js';
import { OBJECT_LIST, readObjectList } from './object-list.js';

/** Every backup's own part stands in a folder of its own, so that the last whole one stays until the next is whole. */
const STATE = /^state-/;

/**
 * A folder that holds one backup, and perhaps the beginning of the next:
 *
 *     manifest.json         what belongs to it, written last
 *     state-<time>/         database, secrets, mails and the list of objects
 *     objects/              bytes as they are stored, encrypted; shared by all backups of the folder
 */
export class BackupFolder {
  readonly objects: FilesystemObjectStore;

  constructor(readonly path: string) {
    this.objects = new FilesystemObjectStore(join(path, 'objects'));
  }

  stateFolder({ state }: Pick<Manifest, 'state'>): string {
    return join(this.path, state);
  }

  manifest(): Promise<Manifest | null> {
    return readManifest(this.path);
  }

  listOf(manifest: Manifest): Promise<KeptObject[]> {
    return readObjectList(join(this.stateFolder(manifest), OBJECT_LIST));
  }

  /** A new state folder that belongs to no backup yet. @returns its name */
  async begin(now: Date): Promise<string> {
    const state = `state-${now
      .toISOString()
      .toLowerCase()
      .replaceAll(/[^0-9a-z]/g, '-')}`;
    await mkdir(join(this.path, state), { recursive: true, mode: 0o700 });
    return state;
  }

  /** Removes all but a state folder and its objects: what was before, what never ended, objects of files that are gone. */
  async tidy(state: string, keys: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.path)) {
      if (STATE.test(name) && name !== state)
        await rm(join(this.path, name), { recursive: true, force: true });
    }
    for await (const { key } of this.objects.list('')) {
      if (!keys.has(key)) await this.objects.delete(key);
    }
    await this.objects.removeUnfinished(new Date());
  }
}

/**
 * Copies the files of a folder that has no folders in it, readable by their owner alone. Those that go meanwhile, and
 * those whose name begins with a dot, are left out. A folder that is not there is an empty one.
 * @returns how many
 */
export async function copyFiles(from: string, to: string): Promise<number> {
  const names = ((await unlessMissing(readdir(from))) ?? []).filter((name) => !name.startsWith('.'));
  if (names.length === 0) return 0;
  await mkdir(to, { recursive: true, mode: 0o700 });
  let copied = 0;
  for (const name of names) {
    const target = join(to, name);
    const isThere = await unlessMissing(copyFile(join(from, name), target).then(() => true));
    if (isThere === null) continue;
    const file = await open(target, 'r+');
    await file.chmod(0o600);
    await file.sync();
    await file.close();
    copied += 1;
  }
  return copied;
}

async function unlessMissing<T>(result: Promise<T>): Promise<T | null> {
  try {
    return await result;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
