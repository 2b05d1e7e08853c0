import { randomBytes } from 'node:crypto';
import { hashPassword, type PasswordClient, verifyPassword } from '@waybill/service-kit/password-hash';

/** Client of this process itself. Hashing takes turns between the networks of clients and this one. */
const own: PasswordClient = { network: 'own', isShared: true };

let dummyHash: Promise<string> | undefined;

/** Hash of a random password, which nobody knows. The same in the whole life of the process. */
export function dummyPasswordHash(): Promise<string> {
  dummyHash ??= hashPassword(randomBytes(32).toString('base64'), own).catch((error: unknown) => {
    dummyHash = undefined;
    throw error;
  });
  return dummyHash;
}

/** Takes as long as verifying the password of a real account, and always fails. Parameters as of `verifyPassword`. */
export async function verifyDummyPassword(
  password: string,
  client: PasswordClient,
  before?: () => Promise<void>,
): Promise<false> {
  await verifyPassword(await dummyPasswordHash(), password, client, before);
  return false;
}
