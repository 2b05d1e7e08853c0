import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { lockCustomer } from './customer-lock.js';
import { PaidSubscription } from './payment.entities.js';
import { paidStanding } from './payment.rules.js';
import { PaymentProvider } from './payment-provider.js';
import { Settlement } from './settlement.js';

/** A subscription that the provider was told to let end. */
export interface CancelledPayment {
  readonly subscription: PaidSubscription;
  /** False: the provider has it no more. */
  readonly isKnown: boolean;
}

/** Has the provider end what an account pays for with the period that is paid. */
@Injectable()
export class PaymentCancellations {
  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly settlement: Settlement,
    private readonly clock: Clock,
  ) {}

  /** Tells the provider of every subscription that would renew. @throws AppError `billing.provider-unavailable` */
  async cancelAtProvider(userId: string): Promise<CancelledPayment[]> {
    const now = this.clock.now();
    const subscriptions = await this.settlement.subscriptionsOf(this.database.manager, userId);
    const renewing = subscriptions.filter(
      (subscription) => !subscription.cancelAt && paidStanding(subscription, [], now) !== null,
    );
    return Promise.all(
      renewing.map(async (subscription) => ({
        subscription,
        isKnown: await this.provider.cancelAtPeriodEnd(subscription.subscriptionId, attemptOf(subscription)),
      })),
    );
  }

  /** Takes note at once of what the provider's own event will say. */
  async noteWithin(manager: EntityManager, cancelled: readonly CancelledPayment[]): Promise<void> {
    const inOrder = [...new Set(cancelled.map(({ subscription }) => subscription.customerId))].sort();
    for (const customerId of inOrder) await lockCustomer(manager, customerId);
    for (const { subscription, isKnown } of cancelled) {
      const { subscriptionId, toldAt, turn, periodEnd } = subscription;
      const change = isKnown ? { cancelAt: periodEnd ?? this.clock.now() } : { state: 'void' as const };
      // Unless something newer was told in between.
      await manager.update(PaidSubscription, { subscriptionId, toldAt, turn }, change);
    }
  }
}

/** Changes with whatever is told of the subscription, so that a wish of next month is not taken for this one. */
function attemptOf({ toldAt }: PaidSubscription): string {
  return String(toldAt.getTime() / 1000);
}
