import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { requireAccount } from '@waybill/bus';
import {
  AppError,
  type changeWebhook,
  type createWebhook,
  type InputOf,
  type listWebhooks,
  type OutputOf,
  type WebhookView,
} from '@waybill/contracts';
import { advisoryLock, cursorPage, decodeCursor, findNewest } from '@waybill/database';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import { namesPrivateAddress } from './webhook-address.policy.js';
import { presentWebhook } from './webhook.presenter.js';
import { contextOf, presentSecret } from './webhook-signature.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { Webhook } from './webhook.entity.js';

const MAX_PER_ACCOUNT = 20;
const SWITCHED_OFF = 'The webhook was switched off';
const PAGE_SIZE = 50;

/** Deletes final deliveries of the webhooks $1 that name visitors or the sender of the file or bundle $2. */
export const DELETE_LOG =
  "DELETE FROM webhook_deliveries WHERE target_id = $2 AND webhook_id = ANY ($1) AND status <> 'pending'";
/** Deletes those about visits that the version before recorded, of which only the body names the file or bundle. */
export const DELETE_VISITS_WITHOUT_TARGET = `
  DELETE FROM webhook_deliveries
  WHERE target_id IS NULL AND type IN ('visit.started', 'visit.ended') AND webhook_id = ANY ($1)
    AND status <> 'pending' AND $2 IN (body::jsonb #>> '{data,fileId}', body::jsonb #>> '{data,bundleId}')`;

type Reference = { readonly userId: string; readonly webhookId: string };

/** The webhooks of accounts. */
@Injectable()
export class WebhooksService {
  constructor(
    private readonly database: DataSource,
    private readonly clock: Clock,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
  ) {}

  /** @throws AppError `webhooks.private-address`, `webhooks.too-many`; of `requireAccount` */
  async create({ userId, form }: InputOf<typeof createWebhook>): Promise<OutputOf<typeof createWebhook>> {
    this.requirePublic(form.url);
    const id = randomUUID();
    const wrappedSecret = this.options.keyring.create(contextOf(id));
    const webhook = {
      id,
      userId,
      wrappedSecret,
      url: form.url,
      events: form.events,
      isActive: true,
      isSuspended: false,
      disabledAt: null,
      createdAt: this.clock.now(),
      pending: 0,
      nextAttemptAt: null,
      leaseId: null,
    };
    await this.database.transaction(async (manager) => {
      await requireAccount(manager, userId);
      // Without the lock, two concurrent calls could each count one webhook below the limit, and exceed it together.
      await advisoryLock(manager, `webhooks ${userId}`);
      const count = await manager.countBy(Webhook, { userId });
      if (count >= MAX_PER_ACCOUNT) throw new AppError('webhooks.too-many');
      await manager.insert(Webhook, webhook);
    });
    const key = this.options.keyring.unwrap(wrappedSecret, contextOf(id));
    return { ...presentWebhook(webhook), secret: presentSecret(key) };
  }

  /** Newest first. @throws AppError `request.invalid` for an invalid cursor */
  async list({ userId, cursor }: InputOf<typeof listWebhooks>): Promise<OutputOf<typeof listWebhooks>> {
    const search = { condition: 'webhook.user_id = :userId', parameters: { userId } };
    const position = decodeCursor(cursor);
    const { manager } = this.database;
    const rows = await findNewest(manager, [Webhook, 'webhook'], [search], position, PAGE_SIZE + 1);
    const { page, nextCursor } = cursorPage(rows, PAGE_SIZE);
    return { webhooks: page.map(presentWebhook), nextCursor };
  }

  /** @throws AppError `webhooks.not-found` */
  async get(reference: Reference): Promise<WebhookView> {
    return presentWebhook(await findWebhook(this.database.manager, reference, false));
  }

  /** @throws AppError `webhooks.not-found`, `webhooks.private-address` */
  async change({ form, ...reference }: InputOf<typeof changeWebhook>): Promise<WebhookView> {
    const { url, events, isActive } = form;
    if (url !== undefined) this.requirePublic(url);
    return this.database.transaction(async (manager) => {
      const webhook = await findWebhook(manager, reference, true);
      if (url !== undefined && url !== webhook.url) await this.move(manager, webhook, url);
      if (events !== undefined) webhook.events = events;
      if (isActive !== undefined && isActive !== webhook.isActive) {
        webhook.isActive = isActive;
        webhook.disabledAt = null;
        webhook.leaseId = null;
        if (!isActive) await abandonDeliveries(manager, webhook, SWITCHED_OFF, this.clock.now());
      }
      const { id, pending, nextAttemptAt, leaseId } = webhook;
      await manager.update(
        Webhook,
        { id },
        {
          url: webhook.url,
          events: webhook.events,
          pending,
          nextAttemptAt,
          leaseId,
          isActive: webhook.isActive,
          disabledAt: webhook.disabledAt,
        },
      );
      return presentWebhook(webhook);
    });
  }

  /** @throws AppError `webhooks.not-found` */
  async delete({ userId, webhookId }: Reference): Promise<void> {
    const { affected } = await this.database.manager.delete(Webhook, { id: webhookId, userId });
    if (affected !== 1) throw new AppError('webhooks.not-found');
  }

  /** While an account is suspended, nothing is recorded for its webhooks and nothing is sent. */
  async suspend(manager: EntityManager, userId: string, isSuspended: boolean): Promise<void> {
    await manager.query(
      `UPDATE webhooks SET is_suspended = $2, lease_id = NULL,
         next_attempt_at = CASE WHEN NOT $2 AND pending > 0 THEN $3::timestamptz END
       WHERE user_id = $1`,
      [userId, isSuspended, this.clock.now()],
    );
  }

  /**
   * Switches all webhooks of an account off, as its owner can. They can be switched on again.
   * @returns the addresses of those that were on
   */
  async switchAllOff(manager: EntityManager, userId: string): Promise<string[]> {
    const active = await manager.find(Webhook, {
      where: { userId, isActive: true },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    for (const webhook of active) {
      await abandonDeliveries(manager, webhook, SWITCHED_OFF, this.clock.now());
      await manager.update(
        Webhook,
        { id: webhook.id },
        { isActive: false, disabledAt: null, pending: 0, nextAttemptAt: null, leaseId: null },
      );
    }
    return active.map(({ url }) => url);
  }

  /**
   * Deletes the log of visits of a deleted file or bundle, and that of its arrival for a file request. Pending
   * deliveries are still sent, and are deleted once they are final. The lock makes a process that is saving an outcome
   * either finish first or see the deletion.
   */
  async deleteLogOf(manager: EntityManager, userId: string, targetId: string): Promise<void> {
    const ids = await this.lockAllOf(manager, userId);
    if (ids.length === 0) return;
    await manager.query(DELETE_LOG, [ids, targetId]);
    await manager.query(DELETE_VISITS_WITHOUT_TARGET, [ids, targetId]);
  }

  /** Deletes the log of the arrival of an expired file, which names its sender. Its visits stay for their owner. */
  async deleteArrivalOf(manager: EntityManager, userId: string, fileId: string): Promise<void> {
    const ids = await this.lockAllOf(manager, userId);
    if (ids.length === 0) return;
    await manager.query(`${DELETE_LOG} AND type = 'request.received'`, [ids, fileId]);
  }

  private async lockAllOf(manager: EntityManager, userId: string): Promise<string[]> {
    const webhooks: { id: string }[] = await manager.query(
      'SELECT id FROM webhooks WHERE user_id = $1 ORDER BY id FOR UPDATE',
      [userId],
    );
    return webhooks.map(({ id }) => id);
  }

  async deleteOfUser(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(Webhook, { userId });
  }

  /**
   * Gives a locked webhook another address. What waits is due immediately, and has 24 hours again. A process that is
   * sending to the former address loses its lease, so what it was sending is sent to the new one. The caller saves the
   * row.
   */
  private async move(manager: EntityManager, webhook: Webhook, url: string): Promise<void> {
    const isWaiting = webhook.nextAttemptAt !== null;
    Object.assign(webhook, { url, leaseId: null, nextAttemptAt: isWaiting ? this.clock.now() : null });
    await manager.update(
      WebhookDelivery,
      { webhookId: webhook.id, status: 'pending', failures: MoreThan(0) },
      { failures: 0, failingSince: null },
    );
  }

  private requirePublic(url: string): void {
    if (!this.options.allowsPrivateWebhooks && namesPrivateAddress(new URL(url))) {
      throw new AppError('webhooks.private-address');
    }
  }
}

/** @throws AppError `webhooks.not-found` */
export async function findWebhook(
  manager: EntityManager,
  { userId, webhookId }: Reference,
  isLocked: boolean,
): Promise<Webhook> {
  const webhook = await manager.findOne(Webhook, {
    where: { id: webhookId, userId },
    ...(isLocked && { lock: { mode: 'pessimistic_write' as const } }),
  });
  if (!webhook) throw new AppError('webhooks.not-found');
  return webhook;
}

/** Gives up all pending deliveries of a webhook whose row is locked. The caller saves the row. */
export async function abandonDeliveries(
  manager: EntityManager,
  webhook: Webhook,
  reason: string,
  now: Date,
): Promise<void> {
  const [failed] = await manager.query<[{ id: string }[], number]>(
    `UPDATE webhook_deliveries SET status = 'failed', error = coalesce(error, $2)
     WHERE webhook_id = $1 AND status = 'pending' RETURNING id`,
    [webhook.id, reason],
  );
  await deleteLogOfEnded(
    manager,
    failed.map(({ id }) => id),
    now,
  );
  webhook.pending = 0;
  webhook.nextAttemptAt = null;
}

/**
 * Deletes final deliveries that name visitors or a sender, if their file or bundle was deleted meanwhile, or the file
 * of the sender has expired. Their webhook is locked.
 */
export async function deleteLogOfEnded(
  manager: EntityManager,
  deliveryIds: readonly string[],
  now: Date,
): Promise<void> {
  await manager.query(
    `DELETE FROM webhook_deliveries AS delivery USING targets
     WHERE delivery.id = ANY ($1) AND delivery.type IN ('visit.started', 'visit.ended', 'request.received')
       AND (targets.deleted_at IS NOT NULL OR delivery.type = 'request.received' AND targets.delete_at <= $2)
       AND targets.id = ANY (ARRAY[body::jsonb #>> '{data,fileId}', body::jsonb #>> '{data,bundleId}']::uuid[])`,
    [deliveryIds, now],
  );
}
