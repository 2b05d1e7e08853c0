import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { emailKey, type EventMessage, userRegistered } from '@waybill/contracts';
import { SubscriptionRepository } from './subscription.repository.js';

/** Creates the subscription of each new account. */
@Controller()
export class SubscriptionCreationConsumer {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly inbox: Inbox,
  ) {}

  @Consumes(userRegistered)
  async userRegistered(event: EventMessage<typeof userRegistered>): Promise<void> {
    const { userId, email } = event.data;
    await this.inbox.once(event, (manager) => this.subscriptions.create(manager, userId, emailKey(email)));
  }
}
