import { Injectable } from '@nestjs/common';
import { accountKey, lockAgainstDeletion, Outbox } from '@waybill/bus';
import { subscriptionChanged, subscriptionClosed } from '@waybill/contracts';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { Subscription } from './subscription.entity.js';
import { freePlan, type SubscriptionState } from './subscription.policy.js';

/** The only writer of subscriptions. Publishes every change in the same transaction. */
@Injectable()
export class SubscriptionRepository {
  constructor(private readonly outbox: Outbox) {}

  /** Creates the free subscription of a new account, unless it was deleted meanwhile. Idempotent. */
  async create(manager: EntityManager, userId: string, emailKey: string): Promise<void> {
    if (!(await lockAgainstDeletion(manager, accountKey(userId)))) return;
    // Fails on purpose if the address conflicts with a deleted account: the event is retried until the deletion event
    // has been applied.
    const created: unknown[] = await manager.query(
      `INSERT INTO subscriptions (user_id, email_key, plan, version, status) VALUES ($1, $2, $3, 1, $4)
       ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
      [userId, emailKey, freePlan.plan, freePlan.status],
    );
    if (created.length > 0) await this.publishChange(manager, userId, freePlan, 1);
  }

  /** The subscription, locked until the transaction ends. */
  async findLocked(
    manager: EntityManager,
    where: FindOptionsWhere<Subscription>,
  ): Promise<Subscription | null> {
    return manager.findOne(Subscription, { where, lock: { mode: 'for_no_key_update' } });
  }

  /**
   * @param subscription row locked by `findLocked`
   * @param grant the account's grant, which stays behind a paid plan
   * @returns the version of the change
   */
  async change(
    manager: EntityManager,
    subscription: Subscription,
    state: SubscriptionState,
    grant: SubscriptionState,
  ): Promise<number> {
    const { userId } = subscription;
    const version = subscription.version + 1;
    const { plan, status, currentPeriodEnd, endsAt, paymentId } = state;
    const hidden = paymentId === null || grant.plan === 'free' ? null : grant;
    const grantedPlan = hidden?.plan ?? null;
    const grantedUntil = hidden?.endsAt ?? null;
    await manager.update(
      Subscription,
      { userId },
      { plan, status, currentPeriodEnd, endsAt, paymentId, version, grantedPlan, grantedUntil },
    );
    await this.publishChange(manager, userId, state, version);
    return version;
  }

  /** Publishes `billing.subscription.closed`, the last event about the account. */
  async delete(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(Subscription, { userId });
    await this.outbox.add(manager, subscriptionClosed, userId, { userId });
  }

  private async publishChange(
    manager: EntityManager,
    userId: string,
    { plan }: SubscriptionState,
    version: number,
  ): Promise<void> {
    await this.outbox.add(manager, subscriptionChanged, userId, { userId, plan, version });
  }
}
