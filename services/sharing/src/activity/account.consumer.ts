import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, userSuspensionChanged } from '@waybill/contracts';
import { WebhooksService } from '../webhooks/webhooks.service.js';

/** Stops and resumes the webhooks of accounts. */
@Controller()
export class AccountConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly webhooks: WebhooksService,
  ) {}

  @Consumes(userSuspensionChanged)
  async userSuspensionChanged(event: EventMessage<typeof userSuspensionChanged>): Promise<void> {
    const { userId, isSuspended } = event.data;
    await this.inbox.once(event, (manager) => this.webhooks.suspend(manager, userId, isSuspended));
  }
}
