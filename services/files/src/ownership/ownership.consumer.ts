import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, userActivated, userDeleted } from '@waybill/contracts';
import { JobScheduler } from '@waybill/jobs';
import { deleteObjects } from '../storage-cleanup/delete-objects.job.js';
import { OwnedFilesDeletionService } from './owned-files-deletion.service.js';
import { FileClaimService } from './file-claim.service.js';

@Controller()
export class OwnershipConsumer {
  constructor(
    private readonly claims: FileClaimService,
    private readonly ownedFiles: OwnedFilesDeletionService,
    private readonly inbox: Inbox,
    private readonly scheduler: JobScheduler,
  ) {}

  @Consumes(userActivated)
  async userActivated(event: EventMessage<typeof userActivated>): Promise<void> {
    const { userId, browserId } = event.data;
    if (browserId === null) return;
    await this.inbox.once(event, async (manager) => {
      await this.claims.claimWithin(manager, { browserId, userId });
    });
  }

  @Consumes(userDeleted)
  async userDeleted(event: EventMessage<typeof userDeleted>): Promise<void> {
    const { userId } = event.data;
    await this.ownedFiles.refuseMore(userId);
    await this.inbox.once(event, (manager) => this.ownedFiles.deleteWithin(manager, userId));
    this.scheduler.enqueue(deleteObjects, {});
  }
}
