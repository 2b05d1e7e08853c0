import { Injectable } from '@nestjs/common';
import { markDeleted } from '@waybill/bus';
import { type EntityManager, In, Not } from 'typeorm';
import { customerKey } from './customer-lock.js';
import { PaidSubscription, PaymentCustomer, PaymentRefund } from './payment.entities.js';
import { PendingCancellationSweep } from './pending-cancellation.sweep.js';

/** Deletes the customers of deleted accounts, and cancels their subscriptions at the payment provider. */
@Injectable()
export class CustomerDeletionService {
  constructor(private readonly pendingCancellations: PendingCancellationSweep) {}

  /** Belongs in a transaction. Idempotent. */
  async delete(manager: EntityManager, customerIds: readonly string[]): Promise<void> {
    // The provider's events about the cancellation must not write the ids of the customer back.
    for (const id of customerIds) await markDeleted(manager, customerKey(id));
    const customerId = In([...customerIds]);
    // A subscription that pays for nothing now, such as an unpaid one, can still be paid at the provider.
    const open = await manager.findBy(PaidSubscription, { customerId, phase: Not('ended') });
    for (const { subscriptionId } of open) await this.pendingCancellations.add(manager, subscriptionId);
    for (const entity of [PaidSubscription, PaymentRefund, PaymentCustomer])
      await manager.delete(entity, { customerId });
  }
}
