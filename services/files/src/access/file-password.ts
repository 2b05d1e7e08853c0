import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** What OWASP asks of argon2id: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id of the password, in one Unicode form, so that it does not matter which keyboard typed it. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), cost);
}

export function matchesPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, password.normalize('NFKC'));
}
