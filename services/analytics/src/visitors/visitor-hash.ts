import { createHmac } from 'node:crypto';

/**
 * Distinguishes visitors of one file by address and user agent. Without the salt, the hash does not lead back to the
 * address. The same person has a different hash for each file.
 * @returns 16 bytes
 */
export function visitorHash(
  salt: Buffer,
  visit: { fileId: string; address: string; userAgent: string },
): Buffer {
  return createHmac('sha256', salt)
    .update([visit.fileId, visit.address, visit.userAgent].join('\n'))
    .digest()
    .subarray(0, 16);
}

/** The same for all files, so it is kept no longer than a visit lasts. @returns 32 bytes */
export function personHash(salt: Buffer, visit: { address: string; userAgent: string }): Buffer {
  return createHmac('sha256', salt).update(['person', visit.address, visit.userAgent].join('\n')).digest();
}
