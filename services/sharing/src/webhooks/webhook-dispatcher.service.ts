import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS } from '@waybill/contracts';
import { Clock, LOGGER, type Logger, PeriodicSweep } from '@waybill/service-kit';
import { DataSource, In } from 'typeorm';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from '../sharing.module-options.js';
import {
  ATTEMPT_TIMEOUT_MS,
  deliveryLeaseUntil,
  deliveriesRetainedSince,
  visitsRetainedSince,
} from './delivery.policy.js';
import { DeliveryOutcomesService, type AttemptResult } from './delivery-outcomes.service.js';
import { postWebhook, WebhookRefusedError } from './post-webhook.js';
import { nameResolver, type ResolveName } from './resolve-name.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { contextOf, signatureHeaders } from './webhook-signature.js';
import { Webhook } from './webhook.entity.js';

const POLL_MS = 1000;
/** Webhooks that one process sends to concurrently, so that a slow receiver does not delay the others. */
const CONCURRENCY = 200;
/** Webhooks of one account among them, so that a few accounts with slow receivers do not occupy all. */
const CONCURRENCY_PER_ACCOUNT = 10;
/**
 * Deliveries, and time, after which the lease of a webhook is released, so that neither a long backlog nor a slow
 * receiver starves other webhooks.
 */
const MAX_SENT_PER_LEASE = 100;
const MAX_LEASE_HELD_MS = 15_000;
const PURGE_EVERY_MS = HOUR_MS;

/**
 * Sends the pending deliveries of webhooks: sequentially for each webhook, concurrently for different webhooks. Polls
 * the rows instead of using jobs, so that a retry is neither lost nor late when a process or Redis dies.
 */
@Injectable()
export class WebhookDispatcherService extends PeriodicSweep {
  /** The running senders, with the accounts of their webhooks. */
  private readonly senders = new Map<Promise<void>, string>();
  private readonly closing = new AbortController();
  private readonly resolve: ResolveName;
  private purgedAt = 0;

  constructor(
    private readonly database: DataSource,
    private readonly outcomes: DeliveryOutcomesService,
    private readonly clock: Clock,
    @Inject(SHARING_MODULE_OPTIONS) private readonly options: SharingModuleOptions,
    @Inject(LOGGER) logger: Logger,
  ) {
    super('Sending webhooks failed', logger, POLL_MS);
    const { allowsPrivateWebhooks: allowsPrivate, webhookDnsServers: dnsServers } = options;
    this.resolve = nameResolver({ allowsPrivate, dnsServers });
  }

  async sweep(): Promise<void> {
    const free = CONCURRENCY - this.senders.size;
    if (free <= 0 || this.closing.signal.aborted) return;
    for (const webhook of await this.claim(free)) {
      const run = this.send(webhook)
        .catch((error: unknown) =>
          this.logger.error({ err: error, webhookId: webhook.id }, 'Sending a webhook failed'),
        )
        .finally(() => this.end(run, webhook.userId));
      this.senders.set(run, webhook.userId);
    }
    await this.purge();
  }

  override async onModuleDestroy(): Promise<void> {
    this.closing.abort(new Error('The process is closing'));
    await super.onModuleDestroy();
    await Promise.all(this.senders.keys());
  }

  /** Wakes the sweep if the account had used all of its senders: only then can other webhooks of it be waiting. */
  private end(run: Promise<void>, userId: string): void {
    const hadAll = (this.sendersByAccount()[userId] ?? 0) >= CONCURRENCY_PER_ACCOUNT;
    this.senders.delete(run);
    if (hadAll) this.wake();
  }

  private sendersByAccount(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const userId of this.senders.values()) counts[userId] = (counts[userId] ?? 0) + 1;
    return counts;
  }

  /** Claims due webhooks. Skips rows that other processes have locked. */
  private async claim(count: number): Promise<Webhook[]> {
    const now = this.clock.now();
    const leaseId = randomUUID();
    const [rows] = await this.database.query<[{ id: string }[], number]>(
      `UPDATE webhooks SET next_attempt_at = $2, lease_id = $3
       WHERE id = ANY (ARRAY(
         SELECT id FROM webhooks JOIN (
           SELECT id, row_number() OVER (PARTITION BY user_id ORDER BY next_attempt_at)
             + coalesce(($5::jsonb ->> user_id::text)::int, 0) AS place
           FROM webhooks WHERE next_attempt_at <= $1) AS due USING (id)
         WHERE next_attempt_at <= $1 AND place <= $6 ORDER BY next_attempt_at LIMIT $4
         FOR UPDATE OF webhooks SKIP LOCKED)) RETURNING id`,
      [
        ...[now, deliveryLeaseUntil(now), leaseId, count],
        ...[JSON.stringify(this.sendersByAccount()), CONCURRENCY_PER_ACCOUNT],
      ],
    );
    if (rows.length === 0) return [];
    return this.database.manager.findBy(Webhook, { id: In(rows.map(({ id }) => id)), leaseId });
  }

  /**
   * Sends the deliveries of a leased webhook in order, until one fails, none is left or the lease is to be released.
   */
  private async send(webhook: Webhook): Promise<void> {
    const leaseEndsAt = this.clock.now().getTime() + MAX_LEASE_HELD_MS;
    for (let sent = 0; sent < MAX_SENT_PER_LEASE && this.clock.now().getTime() < leaseEndsAt; sent += 1) {
      const delivery = await this.database.manager.findOne(WebhookDelivery, {
        where: { webhookId: webhook.id, status: 'pending' },
        order: { position: 'ASC' },
      });
      if (!delivery) break;
      const result = await this.attempt(webhook, delivery);
      if (this.closing.signal.aborted && !result.isDelivered) break;
      const goesOn = await this.outcomes.save(webhook, delivery, result);
      if (!goesOn) return;
    }
    await this.outcomes.release(webhook);
  }

  private async attempt(webhook: Webhook, { id, body }: WebhookDelivery): Promise<AttemptResult> {
    const key = this.options.keyring.unwrap(webhook.wrappedSecret, contextOf(webhook.id));
    const timeout = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS);
    try {
      const { status, text } = await postWebhook({
        url: new URL(webhook.url),
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Waybill-Webhooks/1.0',
          ...signatureHeaders(key, id, this.clock.now(), body),
        },
        body,
        resolve: this.resolve,
        allowsPrivate: this.options.allowsPrivateWebhooks,
        signal: AbortSignal.any([timeout, this.closing.signal]),
      });
      const isDelivered = status >= 200 && status < 300;
      const error = isDelivered ? null : `Answered with ${status}${text === '' ? '' : `: ${text}`}`;
      return { isDelivered, isPrivate: false, status, error };
    } catch (error) {
      const isPrivate = error instanceof WebhookRefusedError;
      return { isDelivered: false, isPrivate, status: null, error: reasonOf(error, timeout.aborted) };
    }
  }

  private async purge(): Promise<void> {
    const now = this.clock.now();
    if (now.getTime() - this.purgedAt < PURGE_EVERY_MS) return;
    this.purgedAt = now.getTime();
    await this.database.query(
      `DELETE FROM webhook_deliveries WHERE status <> 'pending' AND created_at < $2
         AND (type LIKE 'visit.%' OR created_at < $1)`,
      [deliveriesRetainedSince(now), visitsRetainedSince(now, this.options.visitRetentionDays)],
    );
  }
}

/** A sentence for the owner of the webhook, who runs servers and knows codes such as ECONNREFUSED. */
function reasonOf(error: unknown, isLate: boolean): string {
  if (isLate) return `No answer within ${ATTEMPT_TIMEOUT_MS / 1000} seconds`;
  if (error instanceof WebhookRefusedError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  return code === undefined ? 'The connection failed' : `The connection failed: ${code}`;
}
