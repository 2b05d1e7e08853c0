import { createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';

/**
 * Derives one key from each secret. Returns `KeyObject`s: an HMAC takes 2.5 µs with a `KeyObject` and 19 µs with the
 * bytes of the key (Node 24).
 * @param use purpose of the keys in words; different purposes get different keys
 */
export function derivedKeys(secrets: readonly Uint8Array[], use: string): KeyObject[] {
  return secrets.map((secret) => createSecretKey(new Uint8Array(hkdfSync('sha256', secret, '', use, 32))));
}
