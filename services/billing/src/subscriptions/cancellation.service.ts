import { Injectable } from '@nestjs/common';
import { AppError, type cancelSubscription, type InputOf, type OutputOf } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource, type EntityManager } from 'typeorm';
import { PaymentCancellations } from '../payments/payment-cancellations.js';
import { Settlement } from '../payments/settlement.js';
import { SubscriptionBook } from './subscription-book.js';
import { cancellationOf, type Standing } from './subscription.rules.js';

type Answer = OutputOf<typeof cancelSubscription>;

const ENDED = 'Your subscription has been cancelled.';
const ENDS_LATER = 'Your subscription has been cancelled. You keep your plan until the end of the period.';

/** Ends a paid plan with its period (contract, POST /api/user/cancel). */
@Injectable()
export class CancellationService {
  constructor(
    private readonly database: DataSource,
    private readonly book: SubscriptionBook,
    private readonly payments: PaymentCancellations,
    private readonly settlement: Settlement,
    private readonly clock: Clock,
  ) {}

  /**
   * Cancelling again answers the same. The provider is asked first: where it does not take the cancellation, nothing
   * has changed here.
   * @throws AppError `billing.nothing-to-cancel` on the free plan, `billing.provider-unavailable`
   */
  async cancel({ userId }: InputOf<typeof cancelSubscription>): Promise<Answer> {
    const cancelled = await this.payments.cancelAtProvider(userId);
    return this.database.transaction(async (manager) => {
      await this.payments.noteWithin(manager, cancelled);
      return cancelled.length > 0 ? this.endPaid(manager, userId) : this.endHeld(manager, userId);
    });
  }

  private async endPaid(manager: EntityManager, userId: string): Promise<Answer> {
    const standing = await this.settlement.settle(manager, userId);
    return this.answer(standing?.endsAt ?? this.clock.now());
  }

  /** A plan that was granted, or a paid one that was cancelled before. */
  private async endHeld(manager: EntityManager, userId: string): Promise<Answer> {
    const subscription = await this.book.find(manager, { userId });
    const cancellation = subscription && cancellationOf(subscription, this.clock.now());
    if (!cancellation) throw new AppError('billing.nothing-to-cancel');
    const held: Standing = cancellation.standing;
    await this.settlement.settleWith(manager, subscription, held);
    return this.answer(cancellation.endsAt);
  }

  private answer(endsAt: Date): Answer {
    const isLater = this.clock.now() < endsAt;
    return { message: isLater ? ENDS_LATER : ENDED, subscriptionEndsAt: endsAt.toISOString() };
  }
}
