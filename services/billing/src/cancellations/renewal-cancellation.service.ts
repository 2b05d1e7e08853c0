import { Injectable } from '@nestjs/common';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { lockCustomer } from '../payments/customer-lock.js';
import { EntitlementService } from '../payments/entitlement.service.js';
import { PaymentProvider } from '../payments/payment-provider.js';
import { PaidSubscription } from '../payments/payment.entities.js';

/** A subscription whose renewal the payment provider was asked to cancel. */
export interface CancelledRenewal {
  readonly subscription: PaidSubscription;
  /** False: the provider no longer has the subscription. */
  readonly exists: boolean;
}

/** Cancels the renewal of an account's subscriptions at the payment provider. */
@Injectable()
export class RenewalCancellationService {
  constructor(
    private readonly database: DataSource,
    private readonly provider: PaymentProvider,
    private readonly entitlements: EntitlementService,
    private readonly clock: Clock,
  ) {}

  /** Cancels every subscription that would renew. @throws AppError `billing.provider-unavailable` */
  async cancelAtProvider(userId: string): Promise<CancelledRenewal[]> {
    const subscriptions = await this.entitlements.findPaidSubscriptions(this.database.manager, userId);
    // Also one whose plan has ended here, for want of a payment or an event: the provider may charge it again.
    const renewing = subscriptions.filter(({ cancelAt, state }) => !cancelAt && state !== 'void');
    return Promise.all(
      renewing.map(async (subscription) => ({
        subscription,
        exists: await this.provider.cancelAtPeriodEnd(subscription.subscriptionId),
      })),
    );
  }

  /** Records the cancellations immediately, before the provider's events arrive. */
  async record(manager: EntityManager, cancelled: readonly CancelledRenewal[]): Promise<void> {
    const inOrder = [...new Set(cancelled.map(({ subscription }) => subscription.customerId))].sort();
    for (const customerId of inOrder) await lockCustomer(manager, customerId);
    for (const { subscription, exists } of cancelled) {
      const { subscriptionId, eventAt, phase, periodEnd } = subscription;
      const change = exists ? { cancelAt: periodEnd ?? this.clock.now() } : { state: 'void' as const };
      // Matching the event prevents the update from overwriting a newer snapshot that arrived in the meantime.
      await manager.update(PaidSubscription, { subscriptionId, eventAt, phase }, change);
    }
  }
}
