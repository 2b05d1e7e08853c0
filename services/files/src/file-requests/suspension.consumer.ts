import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, userSuspensionChanged } from '@waybill/contracts';
import { SuspendedAccount } from '../file-request/suspended-account.entity.js';

@Controller()
export class SuspensionConsumer {
  constructor(private readonly inbox: Inbox) {}

  @Consumes(userSuspensionChanged)
  async onUserSuspensionChanged(event: EventMessage<typeof userSuspensionChanged>): Promise<void> {
    const { userId, isSuspended } = event.data;
    await this.inbox.once(event, async (manager) => {
      if (isSuspended) await manager.upsert(SuspendedAccount, { userId }, ['userId']);
      else await manager.delete(SuspendedAccount, { userId });
    });
  }
}
