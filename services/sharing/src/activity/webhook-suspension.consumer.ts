import { Controller } from '@nestjs/common';
import { Consumes, Inbox, recordVersion } from '@waybill/bus';
import { type EventMessage, userSuspensionChanged } from '@waybill/contracts';
import { WebhooksService } from '../webhooks/webhooks.service.js';

/** Stops and resumes the webhooks of accounts. Ignores an older change that arrives late. */
@Controller()
export class WebhookSuspensionConsumer {
  constructor(
    private readonly inbox: Inbox,
    private readonly webhooks: WebhooksService,
  ) {}

  @Consumes(userSuspensionChanged)
  async userSuspensionChanged(event: EventMessage<typeof userSuspensionChanged>): Promise<void> {
    const { userId, isSuspended, version } = event.data;
    await this.inbox.once(event, async (manager) => {
      if (version !== undefined && !(await recordVersion(manager, `suspension of ${userId}`, version)))
        return;
      await this.webhooks.suspend(manager, userId, isSuspended);
    });
  }
}
