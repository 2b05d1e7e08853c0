import { Injectable } from '@nestjs/common';
import {
  AppError,
  type InputOf,
  type listWebhookDeliveries,
  type OutputOf,
  type resendWebhookDelivery,
  type WebhookDeliveryView,
} from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, LessThan } from 'typeorm';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { presentDelivery } from './webhook.presenter.js';
import { Webhook } from './webhook.entity.js';
import { findWebhook } from './webhooks.service.js';

const PAGE_SIZE = 50;

/** Lists the log of deliveries, and sends deliveries again. */
@Injectable()
export class WebhookDeliveriesService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError `webhooks.not-found`, `request.invalid` for an invalid cursor */
  async list({
    cursor,
    ...reference
  }: InputOf<typeof listWebhookDeliveries>): Promise<OutputOf<typeof listWebhookDeliveries>> {
    const before = cursor === null ? null : positionOf(cursor);
    const rows = await this.database.manager.find(WebhookDelivery, {
      where: { webhookId: reference.webhookId, ...(before !== null && { position: LessThan(before) }) },
      order: { position: 'DESC' },
      take: PAGE_SIZE + 1,
    });
    // After the deliveries: an attempt that is in them has stored the time of the next one. This also checks the owner.
    const webhook = await findWebhook(this.database.manager, reference, false);
    const page = rows.slice(0, PAGE_SIZE);
    const last = page.at(-1);
    return {
      deliveries: page.map((delivery) => presentDelivery(delivery, webhook.nextAttemptAt)),
      nextCursor: rows.length > PAGE_SIZE && last ? Buffer.from(last.position).toString('base64url') : null,
    };
  }

  /**
   * Makes a delivery pending again, and its webhook due immediately, unless a process is already sending.
   * @throws AppError `webhooks.not-found`, `webhooks.delivery-not-found`, `webhooks.disabled`
   */
  async resend({
    deliveryId,
    ...reference
  }: InputOf<typeof resendWebhookDelivery>): Promise<WebhookDeliveryView> {
    return this.database.transaction(async (manager) => {
      const webhook = await findWebhook(manager, reference, true);
      const delivery = await manager.findOneBy(WebhookDelivery, { id: deliveryId, webhookId: webhook.id });
      if (!delivery) throw new AppError('webhooks.delivery-not-found');
      if (!webhook.isActive) throw new AppError('webhooks.disabled');
      const pending = webhook.pending + (delivery.status === 'pending' ? 0 : 1);
      const fresh = { status: 'pending', failures: 0, failingSince: null } as const;
      await manager.update(WebhookDelivery, { id: deliveryId }, fresh);
      // While a process holds the lease, `nextAttemptAt` is the end of the lease and must not change. The process sends
      // this delivery too.
      const nextAttemptAt = webhook.leaseId === null ? this.clock.now() : webhook.nextAttemptAt;
      await manager.update(Webhook, { id: webhook.id }, { pending, nextAttemptAt });
      return presentDelivery(Object.assign(delivery, fresh), nextAttemptAt);
    });
  }
}

/** @throws AppError `request.invalid` for an invalid cursor */
function positionOf(cursor: string): string {
  const text = Buffer.from(cursor, 'base64url').toString();
  if (!/^\d{1,18}$/.test(text))
    throw AppError.invalid([{ field: 'cursor', message: 'There is no such page' }]);
  return text;
}
