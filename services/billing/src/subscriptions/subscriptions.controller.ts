import { Controller } from '@nestjs/common';
import { Consumes, Handles, Inbox } from '@waybill/bus';
import {
  cancelSubscription,
  emailKey,
  type EventMessage,
  type InputOf,
  type OutputOf,
  userDeleted,
  userRegistered,
} from '@waybill/contracts';
import { CancellationService } from './cancellation.service.js';
import { SubscriptionBook } from './subscription-book.js';

@Controller()
export class SubscriptionsController {
  constructor(
    private readonly cancellations: CancellationService,
    private readonly book: SubscriptionBook,
    private readonly inbox: Inbox,
  ) {}

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
    await this.inbox.once(event, (manager) => this.book.forget(manager, event.data.userId));
  }
}
