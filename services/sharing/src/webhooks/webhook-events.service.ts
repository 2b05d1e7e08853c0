import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { WebhookEvent } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import type { EntityManager } from 'typeorm';

/** Pending deliveries of one webhook at most. Further events are dropped until the receiver has accepted some. */
const MAX_PENDING = 10_000;

export interface AccountEvent {
  /** Account whose webhooks get the event; null: none. */
  readonly userId: string | null;
  readonly type: WebhookEvent;
  /** File or bundle of a visit, or a received file, with which the delivery is deleted. */
  readonly targetId?: string;
  /** ISO 8601. */
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Records events for the webhooks of their accounts. WebhookDispatcherService sends them. */
@Injectable()
export class WebhookEventsService {
  constructor(private readonly clock: Clock) {}

  /** Adds a delivery to each webhook of the account that wants the event, in the transaction that applies the event. */
  async record(manager: EntityManager, { userId, type, targetId, at, data }: AccountEvent): Promise<void> {
    if (userId === null) return;
    // Locks webhooks in the order of their ids, so that two transactions that lock the same webhooks cannot deadlock.
    const [wanting] = await manager.query<[{ id: string }[], number]>(
      `UPDATE webhooks SET pending = pending + 1, next_attempt_at = coalesce(next_attempt_at, $3)
       WHERE id = ANY (ARRAY(SELECT id FROM webhooks WHERE user_id = $1 AND is_active AND NOT is_suspended
                               AND $2 = ANY (events) AND pending < ${MAX_PENDING} ORDER BY id FOR UPDATE))
       RETURNING id`,
      [userId, type, this.clock.now()],
    );
    if (wanting.length === 0) return;
    const body = JSON.stringify({ type, timestamp: at, data });
    await manager.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, type, target_id, body, status, attempts, failures, created_at)
       SELECT id, webhook_id, $3, $4, $5, 'pending', 0, 0, $6
       FROM unnest($1::uuid[], $2::uuid[]) AS added (id, webhook_id)`,
      [
        ...[wanting.map(() => randomUUID()), wanting.map(({ id }) => id)],
        ...[type, targetId ?? null, body, this.clock.now()],
      ],
    );
  }

  /** Selects the accounts with a webhook for the event. Most have none, and `record` need not be called for them. */
  async accountsWanting(
    manager: EntityManager,
    type: WebhookEvent,
    userIds: readonly (string | null)[],
  ): Promise<ReadonlySet<string>> {
    const ids = [...new Set(userIds.filter((id) => id !== null))];
    if (ids.length === 0) return new Set();
    const rows: { user_id: string }[] = await manager.query(
      'SELECT DISTINCT user_id FROM webhooks WHERE user_id = ANY ($1) AND is_active AND $2 = ANY (events)',
      [ids, type],
    );
    return new Set(rows.map((row) => row.user_id));
  }
}
