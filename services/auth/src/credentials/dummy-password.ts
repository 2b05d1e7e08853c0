import { randomBytes } from 'node:crypto';
import { hashPassword, verifyPassword } from '@waybill/service-kit/password-hash';

let dummyHash: Promise<string> | undefined;

/** Takes as long as verifying the password of a real account, and always fails. */
export async function verifyDummyPassword(password: string): Promise<false> {
  dummyHash ??= hashPassword(randomBytes(32).toString('base64'));
  await verifyPassword(await dummyHash, password);
  return false;
}
