import { Controller } from '@nestjs/common';
import { Consumes, Handles, Inbox } from '@waybill/bus';
import {
  claimFiles,
  type EventMessage,
  type InputOf,
  type OutputOf,
  userActivated,
  userDeleted,
} from '@waybill/contracts';
import { disposeObjects } from '../disposal/dispose-objects.job.js';
import { JobHints } from '../sweep/job-hints.js';
import { AccountRemoval } from './account-removal.service.js';
import { Claims } from './claims.service.js';

@Controller()
export class OwnershipController {
  constructor(
    private readonly claims: Claims,
    private readonly removal: AccountRemoval,
    private readonly inbox: Inbox,
    private readonly hints: JobHints,
  ) {}

  @Handles(claimFiles)
  async claim(claim: InputOf<typeof claimFiles>): Promise<OutputOf<typeof claimFiles>> {
    return { moved: await this.claims.claim(claim) };
  }

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
    await this.inbox.once(event, (manager) => this.removal.removeWithin(manager, event.data.userId));
    this.hints.give(disposeObjects, {});
  }
}
