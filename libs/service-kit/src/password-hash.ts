import { type Algorithm, hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const parameters = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Normalises Unicode, because two keyboards may send the same password in different forms. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

/** @returns PHC string, salt and parameters included */
export function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), parameters);
}

export function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  return verify(passwordHash, normalise(password));
}
