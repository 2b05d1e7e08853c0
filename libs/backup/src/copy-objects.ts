import { createHash } from 'node:crypto';
import { type ObjectInfo, ObjectNotFoundError, type ObjectStore } from '@waybill/storage';
import { sha256Of } from './state-files.js';

/** One object as stored. */
export interface KeptObject {
  readonly key: string;
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
}

const AT_ONCE = 4;

/**
 * Has every key's object in `to`, without moving what is there already: objects never change.
 * @param known what `to` has according to its last manifest
 * @param kept called for each object that `to` has now
 * @returns keys that `from` has no more
 */
export async function collectObjects(
  keys: readonly string[],
  from: ObjectStore,
  to: ObjectStore,
  known: ReadonlyMap<string, KeptObject>,
  kept: (object: KeptObject) => void,
): Promise<{ copied: number; lost: string[] }> {
  const lost: string[] = [];
  let copied = 0;
  await atOnce(keys, async (key) => {
    const source = await from.stat(key);
    if (!source) {
      lost.push(key);
      return;
    }
    const have = await to.stat(key);
    if (have?.size === source.size) {
      kept(await described(have, to, known));
      return;
    }
    try {
      kept(await copyObject(key, source.size, from, to));
      copied += 1;
    } catch (error) {
      if (!(error instanceof ObjectNotFoundError)) throw error;
      lost.push(key);
    }
  });
  return { copied, lost };
}

/** Has every object in `to` exactly as it is described, without sending again what is there. */
export async function returnObjects(
  objects: readonly KeptObject[],
  from: ObjectStore,
  to: ObjectStore,
): Promise<{ copied: number }> {
  let copied = 0;
  await atOnce(objects, async ({ key, size, sha256 }) => {
    if (await isThere(to, { key, size, sha256 })) return;
    const sent = await copyObject(key, size, from, to);
    if (sent.sha256 !== sha256) throw new Error(`The object ${key} changed in the backup while it was read`);
    copied += 1;
  });
  return { copied };
}

/** @returns keys of the objects that the store has not, or not as they are described */
export async function damagedObjects(objects: readonly KeptObject[], store: ObjectStore): Promise<string[]> {
  const damaged: string[] = [];
  await atOnce(objects, async (object) => {
    if (!(await isThere(store, object))) damaged.push(object.key);
  });
  return damaged;
}

async function isThere(store: ObjectStore, { key, size, sha256 }: KeptObject): Promise<boolean> {
  const found = await store.stat(key);
  return found?.size === size && (await sha256Of(await store.get(key))) === sha256;
}

async function described(
  { key, size }: ObjectInfo,
  store: ObjectStore,
  known: ReadonlyMap<string, KeptObject>,
): Promise<KeptObject> {
  const object = known.get(key);
  if (object?.size === size) return object;
  // Left by a backup that did not come to its end.
  return { key, size, sha256: await sha256Of(await store.get(key)) };
}

async function copyObject(
  key: string,
  size: number,
  from: ObjectStore,
  to: ObjectStore,
): Promise<KeptObject> {
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
  await to.put(key, hashed());
  return { key, size, sha256: hash.digest('hex') };
}

async function atOnce<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values();
  const worker = async () => {
    for (const item of rest) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
