import { createHash } from 'node:crypto';
import { type ObjectInfo, ObjectNotFoundError, type ObjectStore } from '@waybill/storage';
import { sha256Of } from './state-files.js';

/** Operations of the object store that backups need. */
export type BackupObjects = Pick<
  ObjectStore,
  'put' | 'get' | 'stat' | 'delete' | 'list' | 'removeUnfinished'
>;

/** Key, size in bytes and hash of an object as stored, that is, encrypted. */
export interface ObjectDigest {
  readonly key: string;
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

const CONCURRENCY = 4;

export interface ObjectBackup {
  /** Number of objects that `to` lacked. */
  readonly copied: number;
  /** Keys that are missing in `from`. */
  readonly missing: readonly string[];
  /** Keys that are missing in `from` and in `to`. */
  readonly lost: readonly string[];
}

/**
 * Copies the objects that `to` lacks. An object with the same key and size is not copied again: objects never change.
 * An object that is missing in `from` keeps its copy in `to`, from which the store can be repaired.
 * @param known digests in the manifests of `to`
 * @param onObject called for each object that is now in `to`
 */
export async function backUpObjects(
  keys: readonly string[],
  from: BackupObjects,
  to: BackupObjects,
  known: ReadonlyMap<string, ObjectDigest>,
  onObject: (object: ObjectDigest) => void,
): Promise<ObjectBackup> {
  const missing: string[] = [];
  const lost: string[] = [];
  let copied = 0;
  await forEachConcurrently(keys, async (key) => {
    const source = await from.stat(key);
    const present = await to.stat(key);
    if (present && (source === null || present.size === source.size)) {
      onObject(await digestOf(present, to, known));
      if (!source) missing.push(key);
      return;
    }
    const copy = source && (await copyUnlessDeleted(key, source.size, from, to));
    if (copy) {
      onObject(copy);
      copied += 1;
      return;
    }
    missing.push(key);
    lost.push(key);
  });
  return { copied, missing, lost };
}

/** @returns null when the object was deleted meanwhile */
async function copyUnlessDeleted(
  key: string,
  size: number,
  from: BackupObjects,
  to: BackupObjects,
): Promise<ObjectDigest | null> {
  try {
    return await copyObject(key, size, from, to);
  } catch (error) {
    if (error instanceof ObjectNotFoundError) return null;
    throw error;
  }
}

/** Copies every object that `to` lacks or holds with other bytes. */
export async function restoreObjects(
  objects: readonly ObjectDigest[],
  from: BackupObjects,
  to: BackupObjects,
): Promise<{ copied: number }> {
  let copied = 0;
  await forEachConcurrently(objects, async ({ key, size, sha256 }) => {
    if (await isIntactIn(to, { key, size, sha256 })) return;
    const sent = await copyObject(key, size, from, to);
    if (sent.sha256 !== sha256) throw new Error(`The object ${key} changed in the backup while it was read`);
    copied += 1;
  });
  return { copied };
}

/** @returns keys of the objects that the store lacks or holds with other bytes */
export async function findDamagedObjects(
  objects: readonly ObjectDigest[],
  store: BackupObjects,
): Promise<string[]> {
  const damaged: string[] = [];
  await forEachConcurrently(objects, async (object) => {
    if (!(await isIntactIn(store, object))) damaged.push(object.key);
  });
  return damaged;
}

/** @returns keys of the objects that the store does not have */
export async function findAbsentObjects(keys: readonly string[], store: BackupObjects): Promise<string[]> {
  const absent: string[] = [];
  await forEachConcurrently(keys, async (key) => {
    if ((await store.stat(key)) === null) absent.push(key);
  });
  return absent;
}

async function isIntactIn(store: BackupObjects, { key, size, sha256 }: ObjectDigest): Promise<boolean> {
  const found = await store.stat(key);
  return found?.size === size && (await sha256Of(await store.get(key))) === sha256;
}

async function digestOf(
  { key, size }: ObjectInfo,
  store: BackupObjects,
  known: ReadonlyMap<string, ObjectDigest>,
): Promise<ObjectDigest> {
  const object = known.get(key);
  if (object?.size === size) return object;
  // Copied by an interrupted backup, so no manifest has its hash.
  return { key, size, sha256: await sha256Of(await store.get(key)) };
}

async function copyObject(
  key: string,
  size: number,
  from: BackupObjects,
  to: BackupObjects,
): Promise<ObjectDigest> {
  const hash = createHash('sha256');
  const body = await from.get(key);
  const hashed = async function* (): AsyncGenerator<Uint8Array> {
    let length = 0;
    for await (const chunk of body as AsyncIterable<Uint8Array>) {
      hash.update(chunk);
      length += chunk.length;
      yield chunk;
    }
    if (length !== size) throw new Error(`The object ${key} ended after ${length} of ${size} bytes`);
  };
  await to.put(key, hashed(), undefined, size);
  return { key, size, sha256: hash.digest('hex') };
}

/** After the first error, no further item is begun. Settles when the work on those that have begun has ended. */
async function forEachConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  let hasFailed = false;
  const worker = async () => {
    for (const item of rest) {
      if (hasFailed) return;
      try {
        await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const results = await Promise.allSettled(Array.from({ length: CONCURRENCY }, worker));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}
