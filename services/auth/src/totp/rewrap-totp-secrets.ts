import type { Keyring, RewrapResult } from '@waybill/storage';
import type { DataSource } from 'typeorm';
import { TotpSecret } from './totp-secret.entity.js';
import { contextOf } from './totp.service.js';

/**
 * Wraps the secrets of authenticator apps with the first master key, in one pass. A secret that changes meanwhile is
 * left to the next pass. Can be repeated.
 */
export async function rewrapTotpSecrets(database: DataSource, keyring: Keyring): Promise<RewrapResult> {
  const secrets = await database.manager.find(TotpSecret);
  let stale = 0;
  let rewrapped = 0;
  for (const { accountId, wrappedSecret } of secrets) {
    const renewed = keyring.rewrap(wrappedSecret, contextOf(accountId));
    if (renewed === null) continue;
    const where = { accountId, wrappedSecret };
    const { affected } = await database.manager.update(TotpSecret, where, { wrappedSecret: renewed });
    stale += 1;
    rewrapped += affected ?? 0;
  }
  return { rows: secrets.length, rewrapped, left: stale };
}
