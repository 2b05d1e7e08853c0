import { Injectable } from '@nestjs/common';
import { AppError, type cancelSubscription, type InputOf, type OutputOf } from '@waybill/contracts';
import { Clock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { SubscriptionBook } from './subscription-book.js';
import { cancellationOf } from './subscription.rules.js';

const ENDED = 'Your subscription has been cancelled.';
const ENDS_LATER = 'Your subscription has been cancelled. You keep your plan until the end of the period.';

/** Ends a paid plan with its period (contract, POST /api/user/cancel). */
@Injectable()
export class CancellationService {
  constructor(
    private readonly database: DataSource,
    private readonly book: SubscriptionBook,
    private readonly clock: Clock,
  ) {}

  /** Cancelling again answers the same. @throws AppError `billing.nothing-to-cancel` on the free plan */
  async cancel({ userId }: InputOf<typeof cancelSubscription>): Promise<OutputOf<typeof cancelSubscription>> {
    return this.database.transaction(async (manager) => {
      const subscription = await this.book.find(manager, { userId });
      const now = this.clock.now();
      const cancellation = subscription && cancellationOf(subscription, now);
      if (!cancellation) throw new AppError('billing.nothing-to-cancel');
      const { endsAt, standing } = cancellation;
      await this.book.change(manager, subscription, standing);
      return { message: now < endsAt ? ENDS_LATER : ENDED, subscriptionEndsAt: endsAt.toISOString() };
    });
  }
}
