import type { Keyring, RewrapResult } from '@waybill/storage';
import type { DataSource } from 'typeorm';
import { contextOf } from './webhook-signature.js';
import { Webhook } from './webhook.entity.js';

/**
 * Wraps the secrets of webhooks with the first master key, in one pass. A secret that changes meanwhile is left to the
 * next pass. Can be repeated.
 */
export async function rewrapWebhookSecrets(database: DataSource, keyring: Keyring): Promise<RewrapResult> {
  const webhooks = await database.manager.find(Webhook);
  let stale = 0;
  let rewrapped = 0;
  for (const { id, wrappedSecret } of webhooks) {
    const renewed = keyring.rewrap(wrappedSecret, contextOf(id));
    if (renewed === null) continue;
    const { affected } = await database.manager.update(
      Webhook,
      { id, wrappedSecret },
      { wrappedSecret: renewed },
    );
    stale += 1;
    rewrapped += affected ?? 0;
  }
  return { rows: webhooks.length, rewrapped, left: stale };
}
