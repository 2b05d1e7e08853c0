import { Controller } from '@nestjs/common';
import { accountKey, Consumes, Inbox, lockAgainstDeletion, recordVersion } from '@waybill/bus';
import { type EventMessage, userSuspensionChanged } from '@waybill/contracts';
import { SuspendedAccount } from '../file-request/suspended-account.entity.js';

/** Projects which accounts are suspended. Ignores an older change that arrives late. */
@Controller()
export class SuspensionConsumer {
  constructor(private readonly inbox: Inbox) {}

  @Consumes(userSuspensionChanged)
  async userSuspensionChanged(event: EventMessage<typeof userSuspensionChanged>): Promise<void> {
    const { userId, isSuspended, version } = event.data;
    await this.inbox.once(event, async (manager) => {
      if (!(await lockAgainstDeletion(manager, accountKey(userId)))) return;
      if (version !== undefined && !(await recordVersion(manager, `suspension of ${userId}`, version)))
        return;
      if (isSuspended) await manager.upsert(SuspendedAccount, { userId }, ['userId']);
      else await manager.delete(SuspendedAccount, { userId });
    });
  }
}
