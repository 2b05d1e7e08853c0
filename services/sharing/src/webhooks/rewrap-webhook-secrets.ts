import type { Keyring } from '@waybill/storage';
import type { DataSource } from 'typeorm';
import { contextOf } from './webhook-signature.js';
import { Webhook } from './webhook.entity.js';

/** Wraps the secrets of webhooks with the first master key. Can be repeated. */
export async function rewrapWebhookSecrets(database: DataSource, keyring: Keyring): Promise<void> {
  for (const { id, wrappedSecret } of await database.manager.find(Webhook)) {
    const rewrapped = keyring.rewrap(wrappedSecret, contextOf(id));
    if (rewrapped !== null) {
      await database.manager.update(Webhook, { id, wrappedSecret }, { wrappedSecret: rewrapped });
    }
  }
}
