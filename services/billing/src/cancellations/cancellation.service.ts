import { Injectable } from '@nestjs/common';
import { AppError, type cancelSubscription, type InputOf, type OutputOf } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { EntitlementService } from '../payments/entitlement.service.js';
import { cancellationOf, grantOf } from '../subscriptions/subscription.policy.js';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';
import { RenewalCancellationService } from './renewal-cancellation.service.js';

type Reply = OutputOf<typeof cancelSubscription>;

const ENDED = 'Your subscription has been cancelled.';
const ENDS_LATER = 'Your subscription has been cancelled. You keep your plan until the end of the period.';

/** Cancels a plan at the end of its period (spec §7). */
@Injectable()
export class CancellationService {
  constructor(
    private readonly database: DataSource,
    private readonly subscriptions: SubscriptionRepository,
    private readonly renewals: RenewalCancellationService,
    private readonly entitlements: EntitlementService,
    private readonly clock: Clock,
  ) {}

  /**
   * Cancels at the payment provider before changing anything here, so that a failed call changes nothing. Repeating the
   * call gives the same reply until the plan has ended.
   * @throws AppError `billing.nothing-to-cancel` on the free plan, `billing.provider-unavailable`
   */
  async cancel({ userId }: InputOf<typeof cancelSubscription>): Promise<Reply> {
    const cancelled = await this.renewals.cancelAtProvider(userId);
    return this.database.transaction(async (manager) => {
      await this.renewals.record(manager, cancelled);
      return cancelled.length > 0 ? this.endPaidPlan(manager, userId) : this.endCurrentPlan(manager, userId);
    });
  }

  private async endPaidPlan(manager: EntityManager, userId: string): Promise<Reply> {
    const state = await this.entitlements.update(manager, userId);
    return this.reply(state?.endsAt ?? this.clock.now());
  }

  /** Ends a granted plan, or repeats the reply for a paid plan that is already cancelled. */
  private async endCurrentPlan(manager: EntityManager, userId: string): Promise<Reply> {
    const subscription = await this.subscriptions.findLocked(manager, { userId });
    const cancellation = subscription && cancellationOf(subscription, this.clock.now());
    if (!cancellation) throw new AppError('billing.nothing-to-cancel');
    // A grant behind the paid plan is not what the user cancels.
    const grant = subscription.paymentId === null ? cancellation.state : grantOf(subscription);
    await this.entitlements.updateLocked(manager, subscription, grant);
    return this.reply(cancellation.endsAt);
  }

  private reply(endsAt: Date): Reply {
    const isLater = this.clock.now() < endsAt;
    return { message: isLater ? ENDS_LATER : ENDED, subscriptionEndsAt: endsAt.toISOString() };
  }
}
