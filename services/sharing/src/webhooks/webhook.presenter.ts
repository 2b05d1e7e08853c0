import type { WebhookDeliveryView, WebhookView } from '@waybill/contracts';
import type { WebhookDelivery } from './webhook-delivery.entity.js';
import type { Webhook } from './webhook.entity.js';

export function presentWebhook({
  id,
  url,
  events,
  isActive,
  disabledAt,
  createdAt,
}: Pick<Webhook, 'id' | 'url' | 'events' | 'isActive' | 'disabledAt' | 'createdAt'>): WebhookView {
  return {
    id,
    url,
    events,
    isActive,
    disabledAt: disabledAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}

/** @param nextAttemptAt time of the next attempt of the webhook */
export function presentDelivery(
  delivery: Omit<WebhookDelivery, 'webhookId' | 'position' | 'failures' | 'failingSince'>,
  nextAttemptAt: Date | null,
): WebhookDeliveryView {
  const { id, type, status, attempts, responseStatus, error, body } = delivery;
  return {
    id,
    type,
    status,
    attempts,
    responseStatus,
    error,
    body,
    createdAt: delivery.createdAt.toISOString(),
    lastAttemptAt: delivery.lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: status === 'pending' ? (nextAttemptAt?.toISOString() ?? null) : null,
    deliveredAt: delivery.deliveredAt?.toISOString() ?? null,
  };
}
