import { randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from '@waybill/service-kit/password-hash';

let dummyHash: Promise<string> | undefined;

/** Hash of a random password, which nobody knows. */
export function dummyPasswordHash(): Promise<string> {
  dummyHash ??= hashPassword(randomBytes(32).toString('base64'));
  return dummyHash;
}

/** Takes as long as verifying the password of a real account, and always fails. */
export async function verifyDummyPassword(password: string): Promise<false> {
  await verifyPassword(await dummyPasswordHash(), password);
  return false;
}
