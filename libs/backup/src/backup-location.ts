import type { Manifest } from './manifest.js';
import type { BackupObjects, ObjectDigest } from './object-copies.js';

/** Folder or bucket of backups. Its backups share one copy of each object. */
export interface BackupLocation {
  /** For messages: path of the folder or URL of the bucket. */
  readonly name: string;
  /** Copies of the objects, encrypted as in the store. */
  readonly objects: BackupObjects;
  /** Complete backups, from new to old. */
  backups(): Promise<Manifest[]>;
  objectsOf(manifest: Manifest): Promise<ObjectDigest[]>;
  /** Creates a folder for everything but the objects of a new backup. No manifest names it yet. */
  createState(now: Date): Promise<State>;
  /** Makes a backup the newest one, atomically. */
  complete(manifest: Omit<Manifest, 'format'>): Promise<void>;
  /** @returns path of a folder with the files of a backup that `manifest` lists */
  openState(manifest: Manifest): Promise<string>;
  /** Removes the states of other backups, and those that interrupted backups have left. */
  removeStatesBut(kept: readonly Manifest[]): Promise<void>;
  /** Removes temporary files. */
  close(): Promise<void>;
}

export interface State {
  readonly name: string;
  readonly folder: string;
}

/** Prefix of the name of every state. */
export const STATE_PREFIX = 'state-';

export function stateName(now: Date): string {
  const time = now.toISOString().toLowerCase();
  return STATE_PREFIX + time.replaceAll(/[^0-9a-z]/g, '-');
}

export function fromNewToOld(backups: readonly Manifest[]): Manifest[] {
  return backups.toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1));
}

/** Deletes the objects that no kept backup lists. */
export async function removeUnlistedObjects(
  location: BackupLocation,
  kept: readonly Manifest[],
): Promise<void> {
  const keys = new Set<string>();
  for (const manifest of kept) for (const { key } of await location.objectsOf(manifest)) keys.add(key);
  for await (const { key } of location.objects.list('')) {
    if (!keys.has(key)) await location.objects.delete(key);
  }
  await location.objects.removeUnfinished(new Date());
}
