import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { subscriptionChanged, subscriptionClosed } from '@waybill/contracts';
import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { Subscription } from './subscription.entity.js';
import { freePlan, type Standing } from './subscription.rules.js';

/** The only place that writes subscriptions: whatever changes is announced in the same transaction. */
@Injectable()
export class SubscriptionBook {
  constructor(private readonly outbox: Outbox) {}

  /** The free plan of a new account. Does nothing for an account that has a subscription. */
  async open(manager: EntityManager, userId: string, emailKey: string): Promise<void> {
    // Only the same account counts as a repetition. An address that a deleted account still holds makes this
    // fail, and so be tried again once its deletion has been heard of.
    const opened: unknown[] = await manager.query(
      `INSERT INTO subscriptions (user_id, email_key, plan, version, status) VALUES ($1, $2, $3, 1, $4)
       ON CONFLICT (user_id) DO NOTHING RETURNING user_id`,
      [userId, emailKey, freePlan.plan, freePlan.status],
    );
    if (opened.length > 0) await this.announce(manager, userId, freePlan, 1);
  }

  /** The subscription, locked until the transaction ends. */
  async find(manager: EntityManager, where: FindOptionsWhere<Subscription>): Promise<Subscription | null> {
    return manager.findOne(Subscription, { where, lock: { mode: 'for_no_key_update' } });
  }

  /** @param subscription locked by `find` */
  async change(manager: EntityManager, subscription: Subscription, standing: Standing): Promise<void> {
    const { userId } = subscription;
    const version = subscription.version + 1;
    const { plan, status, currentPeriodEnd, endsAt, paymentId } = standing;
    await manager.update(
      Subscription,
      { userId },
      { plan, status, currentPeriodEnd, endsAt, paymentId, version },
    );
    await this.announce(manager, userId, standing, version);
  }

  /** The last that is told of the account. */
  async close(manager: EntityManager, userId: string): Promise<void> {
    await manager.delete(Subscription, { userId });
    await this.outbox.add(manager, subscriptionClosed, userId, { userId });
  }

  private async announce(
    manager: EntityManager,
    userId: string,
    { plan }: Standing,
    version: number,
  ): Promise<void> {
    await this.outbox.add(manager, subscriptionChanged, userId, { userId, plan, version });
  }
}
