import { Controller } from '@nestjs/common';
import { Consumes, Handles, Inbox } from '@waybill/bus';
import {
  cancelSubscription,
  emailKey,
  type EventMessage,
  getSubscription,
  type InputOf,
  type OutputOf,
  type SubscriptionView,
  userDeleted,
  userRegistered,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { PayerRemoval } from '../payments/payer-removal.js';
import { PaymentEndings } from '../payments/payment-endings.js';
import { CancellationService } from './cancellation.service.js';
import { SubscriptionBook } from './subscription-book.js';
import { Subscription } from './subscription.entity.js';
import { presentSubscription } from './subscription.presenter.js';
import { freePlan } from './subscription.rules.js';

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly cancellations: CancellationService,
    private readonly book: SubscriptionBook,
    private readonly payers: PayerRemoval,
    private readonly endings: PaymentEndings,
    private readonly database: DataSource,
    private readonly inbox: Inbox,
  ) {}

  /** An account that was opened a moment ago may not be known yet: it has the free plan. */
  @Handles(getSubscription)
  async get({ userId }: InputOf<typeof getSubscription>): Promise<SubscriptionView> {
    const subscription = await this.database.manager.findOneBy(Subscription, { userId });
    return presentSubscription(subscription ?? freePlan);
  }

  @Handles(cancelSubscription)
  cancel(input: InputOf<typeof cancelSubscription>): Promise<OutputOf<typeof cancelSubscription>> {
    return this.cancellations.cancel(input);
  }

  @Consumes(userRegistered)
  async userRegistered(event: EventMessage<typeof userRegistered>): Promise<void> {
    const { userId, email } = event.data;
    await this.inbox.once(event, (manager) => this.book.open(manager, userId, emailKey(email)));
  }

  @Consumes(userDeleted)
  async userDeleted(event: EventMessage<typeof userDeleted>): Promise<void> {
    await this.inbox.once(event, (manager) => this.payers.removeWithin(manager, event.data.userId));
    this.endings.nudge();
  }
}
