import type { Keyring } from '@waybill/storage';
import type { DataSource } from 'typeorm';
import { TotpSecret } from './totp-secret.entity.js';
import { contextOf } from './totp.service.js';

/** Wraps the secrets of authenticator apps with the first master key. Can be repeated. @returns how many it changed */
export async function rewrapTotpSecrets(database: DataSource, keyring: Keyring): Promise<number> {
  let changed = 0;
  for (const { accountId, wrappedSecret } of await database.manager.find(TotpSecret)) {
    const rewrapped = keyring.rewrap(wrappedSecret, contextOf(accountId));
    if (rewrapped === null) continue;
    await database.manager.update(TotpSecret, { accountId, wrappedSecret }, { wrappedSecret: rewrapped });
    changed += 1;
  }
  return changed;
}
