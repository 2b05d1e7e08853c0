import { createHash, randomBytes } from 'node:crypto';

/** A secret handed to one person, and the only form of it that is kept. */
export interface SecretToken {
  /** 32 random bytes, base64url: for a cookie or a mailed link, never for the database. */
  readonly token: string;
  /** SHA-256 of `token`. */
  readonly hash: Buffer;
}

export function newSecretToken(): SecretToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashOfToken(token) };
}

/**
 * What to look a presented token up by. Plain SHA-256 is enough: nobody can guess 256 random bits, and the
 * look-up by hash leaves nothing to compare byte by byte.
 */
export function hashOfToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
