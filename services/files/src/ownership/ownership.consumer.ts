import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, userActivated, userDeleted } from '@waybill/contracts';
import { JobScheduler } from '@waybill/jobs';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { AccountDeletionService } from './account-deletion.service.js';
import { FileClaimService } from './file-claim.service.js';

@Controller()
export class OwnershipConsumer {
  constructor(
    private readonly claims: FileClaimService,
    private readonly accounts: AccountDeletionService,
    private readonly inbox: Inbox,
    private readonly scheduler: JobScheduler,
  ) {}

  @Consumes(userActivated)
  async onUserActivated(event: EventMessage<typeof userActivated>): Promise<void> {
    const { userId, browserId } = event.data;
    if (browserId === null) return;
    await this.inbox.once(event, async (manager) => {
      await this.claims.claimWithin(manager, { browserId, userId });
    });
  }

  @Consumes(userDeleted)
  async onUserDeleted(event: EventMessage<typeof userDeleted>): Promise<void> {
    await this.inbox.once(event, (manager) => this.accounts.deleteWithin(manager, event.data.userId));
    this.scheduler.enqueue(deleteObjects, {});
  }
}
