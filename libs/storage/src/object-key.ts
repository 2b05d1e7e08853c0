const KEY = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/;
const PREFIX = /^(?:[a-z0-9-]+\/)*[a-z0-9-]*$/;

/** In characters. Fits a file name, in which `/` is written as `_`. */
const MAX_LENGTH = 200;

/** Whether `key` consists of lower-case letters, digits and `-`, in segments separated by a single `/`. */
export function isObjectKey(key: string): boolean {
  return key.length <= MAX_LENGTH && KEY.test(key);
}

/**
 * Called by every adapter before a key becomes a path or a name, as a defence against path traversal.
 * @throws TypeError when `key` is malformed: a bug or an attack, since Waybill generates all keys
 */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new TypeError(`${JSON.stringify(key)} is not an object key`);
}

/** @throws TypeError when no valid key can start with `prefix`; an empty prefix is valid */
export function assertKeyPrefix(prefix: string): void {
  if (prefix.length > MAX_LENGTH || !PREFIX.test(prefix)) {
    throw new TypeError(`${JSON.stringify(prefix)} does not begin an object key`);
  }
}
