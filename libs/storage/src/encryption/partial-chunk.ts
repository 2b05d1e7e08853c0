import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { CIPHER, KEY_LENGTH, TAG_LENGTH } from './encrypted-format.js';
import { IntegrityError } from './integrity-error.js';

const NONCE_LENGTH = 12;

/**
 * Encrypts the plain bytes after an incomplete object's last full chunk, for an object of their own:
 *
 *     nonce (12) ‖ ciphertext ‖ tag (16)          AES-256-GCM, associated data: key of that object
 *
 * The key is derived from the data key. These bytes are encrypted again later as part of a chunk, and with another key
 * no nonce can repeat.
 */
export function encryptPartialChunk(
  plain: readonly Uint8Array[],
  dataKey: Buffer,
  objectKey: string,
): readonly Uint8Array[] {
  const nonce = randomBytes(NONCE_LENGTH);
  const cipher = createCipheriv(CIPHER, derive(dataKey), nonce, { authTagLength: TAG_LENGTH });
  cipher.setAAD(Buffer.from(objectKey));
  const encrypted = plain.map((part) => cipher.update(part));
  cipher.final();
  return [nonce, ...encrypted, cipher.getAuthTag()];
}

/** @throws IntegrityError */
export function decryptPartialChunk(stored: Buffer, dataKey: Buffer, objectKey: string): Buffer {
  if (stored.length < NONCE_LENGTH + TAG_LENGTH) throw new IntegrityError(objectKey, 'it is truncated');
  const nonce = stored.subarray(0, NONCE_LENGTH);
  const decipher = createDecipheriv(CIPHER, derive(dataKey), nonce, { authTagLength: TAG_LENGTH });
  decipher.setAAD(Buffer.from(objectKey));
  decipher.setAuthTag(stored.subarray(-TAG_LENGTH));
  const plain = decipher.update(stored.subarray(NONCE_LENGTH, -TAG_LENGTH));
  try {
    decipher.final();
  } catch (error) {
    throw new IntegrityError(objectKey, 'it was altered', error);
  }
  return plain;
}

function derive(dataKey: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', dataKey, '', 'waybill partial chunk', KEY_LENGTH));
}
