import { rewrapSecrets } from '@waybill/database';
import type { Keyring, RewrapResult } from '@waybill/storage';
import type { DataSource } from 'typeorm';
import { TotpSecret } from './totp-secret.entity.js';
import { contextOf } from './totp.service.js';

/** Wraps the secrets of authenticator apps with the first master key. */
export function rewrapTotpSecrets(database: DataSource, keyring: Keyring): Promise<RewrapResult> {
  return rewrapSecrets(database, TotpSecret, ({ accountId, wrappedSecret }) =>
    keyring.rewrap(wrappedSecret, contextOf(accountId)),
  );
}
