import { createHmac, type KeyObject } from 'node:crypto';

/**
 * Identifies a visitor of one file by address and user agent. Without the salt, the hash cannot be traced back to the
 * address. The same person has a different hash for each file.
 * @returns 16 bytes
 */
export function visitorHash(
  salt: KeyObject,
  visit: { fileId: string; address: string; userAgent: string },
): Buffer {
  return createHmac('sha256', salt)
    .update([visit.fileId, visit.address, visit.userAgent].join('\n'))
    .digest()
    .subarray(0, 16);
}

/** The salt of new hashes: the first one. */
export function newestSaltOf([salt]: readonly KeyObject[]): KeyObject {
  if (!salt) throw new Error('SESSION_SECRET has no key.');
  return salt;
}

/** Identifies a person over all files, so it is kept only while a visit lasts. @returns 32 bytes */
export function personHash(salt: KeyObject, visit: { address: string; userAgent: string }): Buffer {
  return createHmac('sha256', salt).update(['person', visit.address, visit.userAgent].join('\n')).digest();
}
