import { Injectable } from '@nestjs/common';
import { accountKey, markDeleted } from '@waybill/bus';
import { type EntityManager, In, Not } from 'typeorm';
import { customerKey, lockCustomer } from '../payments/customer-lock.js';
import { PaidSubscription, PaymentCustomer, PaymentRefund } from '../payments/payment.entities.js';
import { PendingCancellationSweep } from '../payments/pending-cancellation.sweep.js';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';

/** Deletes the billing data of an account and cancels its remaining subscriptions at the payment provider. */
@Injectable()
export class BillingDataDeletionService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly pendingCancellations: PendingCancellationSweep,
  ) {}

  async delete(manager: EntityManager, userId: string): Promise<void> {
    await markDeleted(manager, accountKey(userId));
    // Locks customers before the account, in the same order as PaymentEventService, so that the two cannot deadlock.
    for (const customerId of await findCustomerIds(manager, userId)) await lockCustomer(manager, customerId);
    await this.subscriptions.findLocked(manager, { userId });
    // Read the customers again under the lock: a checkout may have added one.
    const customerIds = await findCustomerIds(manager, userId);
    // The provider's events about the cancellation must not write the ids of the customer back.
    for (const id of customerIds) await markDeleted(manager, customerKey(id));
    const customerId = In(customerIds);
    // A subscription that pays for nothing now, such as an unpaid one, can still be paid at the provider.
    const open = await manager.findBy(PaidSubscription, { customerId, phase: Not('ended') });
    for (const { subscriptionId } of open) await this.pendingCancellations.add(manager, subscriptionId);
    for (const entity of [PaidSubscription, PaymentRefund, PaymentCustomer])
      await manager.delete(entity, { customerId });
    await this.subscriptions.delete(manager, userId);
  }
}

async function findCustomerIds(manager: EntityManager, userId: string): Promise<string[]> {
  const customers = await manager.find(PaymentCustomer, {
    where: { userId },
    order: { customerId: 'ASC' },
  });
  return customers.map(({ customerId }) => customerId);
}
