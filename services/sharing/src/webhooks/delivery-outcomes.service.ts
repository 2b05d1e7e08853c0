import { Inject, Injectable } from '@nestjs/common';
import type { WebhookEvent } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { NotificationsService } from '../notifications/notifications.service.js';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import { safeText } from '../untrusted-text/untrusted-text.policy.js';
import { deliveryLeaseUntil, nextDeliveryAttemptAt } from './delivery.policy.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { Webhook } from './webhook.entity.js';
import { type DeliveryOutcome, webhookDeliveries } from './webhook.metrics.js';
import { abandonDeliveries, deleteLogOfEnded } from './webhooks.service.js';

export interface AttemptResult {
  readonly isDelivered: boolean;
  /** Whether nothing was sent because the address is private. */
  readonly isPrivate: boolean;
  /** HTTP status of the response; null if there was none. */
  readonly status: number | null;
  readonly error: string | null;
}

/** Saves the outcome of attempts. A process that has lost its lease changes nothing. */
@Injectable()
export class DeliveryOutcomesService {
  constructor(
    private readonly database: DataSource,
    private readonly notifications: NotificationsService,
    private readonly clock: Clock,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  /** @returns whether the lease was extended, and the next delivery of the webhook must be sent */
  async save(webhook: Webhook, delivery: WebhookDelivery, result: AttemptResult): Promise<boolean> {
    const saved = await this.database.transaction((manager) =>
      this.apply(manager, webhook, delivery, result),
    );
    if (!saved) return false;
    webhookDeliveries.add({ outcome: saved.outcome }, saved.count);
    return saved.goesOn;
  }

  /** Ends a lease. The webhook is due immediately if deliveries are left. */
  async release({ id, leaseId }: Webhook): Promise<void> {
    await this.database.query(
      `UPDATE webhooks SET lease_id = NULL, next_attempt_at = CASE WHEN pending > 0 THEN $3::timestamptz END
       WHERE id = $1 AND lease_id = $2`,
      [id, leaseId, this.clock.now()],
    );
  }

  /** @returns null if the lease was lost: to another process, or by suspension or deletion of the webhook */
  private async apply(
    manager: EntityManager,
    { id, leaseId }: Webhook,
    delivery: WebhookDelivery,
    result: AttemptResult,
  ): Promise<{ outcome: DeliveryOutcome; count: number; goesOn: boolean } | null> {
    const now = this.clock.now();
    const webhook = await manager.findOne(Webhook, {
      where: { id, ...(leaseId !== null && { leaseId }) },
      lock: { mode: 'pessimistic_write' },
    });
    if (!webhook) return null;
    const attempted = {
      attempts: delivery.attempts + 1,
      lastAttemptAt: now,
      responseStatus: result.status,
      error: result.error,
    };
    const own = { id: delivery.id };
    if (result.isDelivered) {
      await manager.update(WebhookDelivery, own, { ...attempted, status: 'delivered', deliveredAt: now });
      if (namesPeople(delivery.type)) await deleteLogOfEnded(manager, [delivery.id], now);
      const isLast = webhook.pending <= 1;
      await manager.update(
        Webhook,
        { id },
        {
          pending: Math.max(webhook.pending - 1, 0),
          ...(isLast ? { nextAttemptAt: null, leaseId: null } : { nextAttemptAt: deliveryLeaseUntil(now) }),
        },
      );
      return { outcome: 'delivered', count: 1, goesOn: !isLast };
    }
    const failures = delivery.failures + 1;
    const failingSince = delivery.failingSince ?? now;
    await manager.update(WebhookDelivery, own, { ...attempted, failures, failingSince });
    const next = nextDeliveryAttemptAt(now, failures, failingSince);
    if (next === null) {
      const { pending: count } = webhook;
      await this.disable(manager, webhook, now);
      return { outcome: 'given-up', count, goesOn: false };
    }
    await manager.update(Webhook, { id }, { nextAttemptAt: next, leaseId: null });
    return { outcome: result.isPrivate ? 'refused' : 'retried', count: 1, goesOn: false };
  }

  private async disable(manager: EntityManager, webhook: Webhook, now: Date): Promise<void> {
    await abandonDeliveries(manager, webhook, 'Given up: the webhook was switched off', now);
    await manager.update(
      Webhook,
      { id: webhook.id },
      { isActive: false, disabledAt: now, pending: 0, nextAttemptAt: null, leaseId: null },
    );
    await this.notifications.add(manager, {
      userId: webhook.userId,
      kind: 'webhookDisabled',
      dedupeKey: `webhook-disabled/${webhook.id}/${now.toISOString()}`,
      values: {
        url: safeText(webhook.url),
        link: `${this.options.publicUrl}/account?tab=webhooks`,
      },
    });
  }
}

function namesPeople(type: WebhookEvent): boolean {
  return type.startsWith('visit.') || type === 'request.received';
}
