import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { type EntityManager, In } from 'typeorm';
import type { Subscription } from '../subscriptions/subscription.entity.js';
import { bestOf, isSame, settled, type Standing } from '../subscriptions/subscription.rules.js';
import { SubscriptionBook } from '../subscriptions/subscription-book.js';
import { PaidSubscription, PaymentCustomer, PaymentRefund } from './payment.entities.js';
import { paidStanding } from './payment.rules.js';

/** Brings what an account has in line with what it pays for. */
@Injectable()
export class Settlement {
  constructor(
    private readonly book: SubscriptionBook,
    private readonly clock: Clock,
  ) {}

  /** @returns what the account has from now on; null when there is no such account */
  async settle(manager: EntityManager, userId: string): Promise<Standing | null> {
    const subscription = await this.book.find(manager, { userId });
    return subscription && this.settleWith(manager, subscription, subscription);
  }

  /**
   * @param subscription locked by the book
   * @param held what the account has apart from what it pays for
   */
  async settleWith(manager: EntityManager, subscription: Subscription, held: Standing): Promise<Standing> {
    const next = settled(held, bestOf(await this.paidBy(manager, subscription.userId)), this.clock.now());
    if (!isSame(subscription, next)) await this.book.change(manager, subscription, next);
    return next;
  }

  /** Subscriptions at the provider that belong to the account, whatever they are worth. */
  async subscriptionsOf(manager: EntityManager, userId: string): Promise<PaidSubscription[]> {
    const customers = await manager.findBy(PaymentCustomer, { userId });
    return manager.findBy(PaidSubscription, {
      customerId: In(customers.map(({ customerId }) => customerId)),
    });
  }

  /** What each subscription of the account gives now; those that give nothing are absent. */
  async paidBy(manager: EntityManager, userId: string): Promise<Standing[]> {
    const now = this.clock.now();
    const subscriptions = await this.subscriptionsOf(manager, userId);
    const refunds = await manager.findBy(PaymentRefund, {
      customerId: In(subscriptions.map(({ customerId }) => customerId)),
    });
    return subscriptions.flatMap((subscription) => {
      const returned = refunds
        .filter(({ customerId }) => customerId === subscription.customerId)
        .map(({ paidAt }) => paidAt);
      return paidStanding(subscription, returned, now) ?? [];
    });
  }
}
