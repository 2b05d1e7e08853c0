import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { type EntityManager, In } from 'typeorm';
import type { Subscription } from '../subscriptions/subscription.entity.js';
import {
  bestState,
  grantOf,
  isSameState,
  resolveState,
  type SubscriptionState,
} from '../subscriptions/subscription.policy.js';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';
import { PaidSubscription, PaymentCustomer, PaymentRefund } from './payment.entities.js';
import { stateOfPaidSubscription } from './payment.policy.js';

/** Computes the entitlement of an account from its payments and grants. */
@Injectable()
export class EntitlementService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly clock: Clock,
  ) {}

  /** @returns the new state; null for an unknown account */
  async update(manager: EntityManager, userId: string): Promise<SubscriptionState | null> {
    const subscription = await this.subscriptions.findLocked(manager, { userId });
    return subscription && (await this.updateLocked(manager, subscription)).state;
  }

  /**
   * @param subscription row locked by the repository
   * @param grant the new grant; the current grant if omitted
   */
  async updateLocked(
    manager: EntityManager,
    subscription: Subscription,
    grant: SubscriptionState = grantOf(subscription),
  ): Promise<{ state: SubscriptionState; version: number }> {
    const paid = bestState(await this.findPaidStates(manager, subscription.userId));
    const state = resolveState(grant, paid, this.clock.now());
    const isUnchanged = isSameState(subscription, state) && isSameState(grantOf(subscription), grant);
    const version = isUnchanged
      ? subscription.version
      : await this.subscriptions.change(manager, subscription, state, grant);
    return { state, version };
  }

  /** All subscriptions of the account at the payment provider, ended ones included. */
  async findPaidSubscriptions(manager: EntityManager, userId: string): Promise<PaidSubscription[]> {
    const customers = await manager.findBy(PaymentCustomer, { userId });
    return manager.findBy(PaidSubscription, {
      customerId: In(customers.map(({ customerId }) => customerId)),
    });
  }

  /** The states that the account's subscriptions pay for now. */
  async findPaidStates(manager: EntityManager, userId: string): Promise<SubscriptionState[]> {
    const now = this.clock.now();
    const subscriptions = await this.findPaidSubscriptions(manager, userId);
    const refunds = await manager.findBy(PaymentRefund, {
      customerId: In(subscriptions.map(({ customerId }) => customerId)),
    });
    return subscriptions.flatMap((subscription) => {
      const refundedPayments = refunds
        .filter(({ customerId }) => customerId === subscription.customerId)
        .map(({ paidAt }) => paidAt);
      return stateOfPaidSubscription(subscription, refundedPayments, now) ?? [];
    });
  }
}
