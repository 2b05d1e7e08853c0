import { Injectable } from '@nestjs/common';
import { accountKey, markDeleted } from '@waybill/bus';
import type { EntityManager } from 'typeorm';
import { CustomerDeletionService } from '../payments/customer-deletion.service.js';
import { lockCustomer } from '../payments/customer-lock.js';
import { PaymentCustomer } from '../payments/payment.entities.js';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';

/** Deletes the billing data of an account and cancels its remaining subscriptions at the payment provider. */
@Injectable()
export class BillingDataDeletionService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly customers: CustomerDeletionService,
  ) {}

  async delete(manager: EntityManager, userId: string): Promise<void> {
    await markDeleted(manager, accountKey(userId));
    // Locks customers before the account, in the same order as PaymentEventService, so that the two cannot deadlock.
    for (const customerId of await findCustomerIds(manager, userId)) await lockCustomer(manager, customerId);
    await this.subscriptions.findLocked(manager, { userId });
    // Read the customers again under the lock: a checkout may have added one.
    await this.customers.delete(manager, await findCustomerIds(manager, userId));
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
