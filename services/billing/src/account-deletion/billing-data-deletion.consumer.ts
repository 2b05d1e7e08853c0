import { Controller } from '@nestjs/common';
import { Consumes, Inbox } from '@waybill/bus';
import { type EventMessage, userDeleted } from '@waybill/contracts';
import { PendingCancellationSweep } from '../payments/pending-cancellation.sweep.js';
import { BillingDataDeletionService } from './billing-data-deletion.service.js';

@Controller()
export class BillingDataDeletionConsumer {
  constructor(
    private readonly billingData: BillingDataDeletionService,
    private readonly pendingCancellations: PendingCancellationSweep,
    private readonly inbox: Inbox,
  ) {}

  @Consumes(userDeleted)
  async userDeleted(event: EventMessage<typeof userDeleted>): Promise<void> {
    await this.inbox.once(event, (manager) => this.billingData.delete(manager, event.data.userId));
    this.pendingCancellations.wake();
  }
}
