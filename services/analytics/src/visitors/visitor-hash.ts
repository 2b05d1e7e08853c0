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
