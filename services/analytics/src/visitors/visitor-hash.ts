import { createHmac } from 'node:crypto';

/**
 * Tells visitors of one file apart by address and user agent, and says nothing else: without the salt it cannot be
 * traced back to an address, and the same person has another hash on another file.
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
