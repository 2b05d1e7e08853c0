const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;
const PREFIX = /^(?:[a-z0-9-]+\/)*[a-z0-9-]*$/;

/** In characters: with every `/` escaped it still fits a file name. */
const MAX_LENGTH = 200;

/** Whether an object may be called so: lower-case letters, digits and `-`, in parts divided by single `/`. */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_LENGTH && KEY.test(key);
}

/**
 * Every adapter calls this where a key becomes a place, so that no key leads out of the store.
 * @throws TypeError when `key` is none; keys are made by us, so that is a mistake of ours or an attack
 */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new TypeError(`${JSON.stringify(key)} is not an object key`);
}

/** @throws TypeError when no object's key could begin with `prefix`; the empty one is fine */
export function assertKeyPrefix(prefix: string): void {
  if (prefix.length > MAX_LENGTH || !PREFIX.test(prefix)) {
    throw new TypeError(`${JSON.stringify(prefix)} does not begin an object key`);
  }
}
