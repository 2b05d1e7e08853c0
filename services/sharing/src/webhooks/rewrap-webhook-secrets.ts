import { rewrapSecrets } from '@waybill/database';
import type { Keyring, RewrapResult } from '@waybill/storage';
import type { DataSource } from 'typeorm';
import { contextOf } from './webhook-signature.js';
import { Webhook } from './webhook.entity.js';

/** Wraps the secrets of webhooks with the first master key. */
export function rewrapWebhookSecrets(database: DataSource, keyring: Keyring): Promise<RewrapResult> {
  return rewrapSecrets(database, Webhook, ({ id, wrappedSecret }) =>
    keyring.rewrap(wrappedSecret, contextOf(id)),
  );
}
