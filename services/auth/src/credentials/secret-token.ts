import { createHash, randomBytes } from 'node:crypto';

/** A random token and its hash. Only the hash is stored. */
export interface SecretToken {
  /** 32 random bytes, base64url: for a cookie or a mailed link. Never stored in the tables of auth. */
  readonly token: string;
  /** SHA-256 of `token`. */
  readonly hash: Buffer;
}

export function newSecretToken(): SecretToken {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

/**
 * Key to look a presented token up by. Plain SHA-256 suffices for 256 random bits, and a look-up by hash needs no
 * constant-time comparison.
 */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
