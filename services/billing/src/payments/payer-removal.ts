import { Injectable } from '@nestjs/common';
import { type EntityManager, In, Not } from 'typeorm';
import { SubscriptionBook } from '../subscriptions/subscription-book.js';
import { lockCustomer } from './customer-lock.js';
import { PaidSubscription, PaymentCustomer, PaymentRefund } from './payment.entities.js';
import { PaymentEndings } from './payment-endings.js';

/** Forgets an account, and has whatever it still pays for ended. */
@Injectable()
export class PayerRemoval {
  constructor(
    private readonly book: SubscriptionBook,
    private readonly endings: PaymentEndings,
  ) {}

  async removeWithin(manager: EntityManager, userId: string): Promise<void> {
    // Customers before the account, as the ledger does.
    for (const customerId of await this.customersOf(manager, userId)) await lockCustomer(manager, customerId);
    await this.book.find(manager, { userId });
    const customerId = In(await this.customersOf(manager, userId));
    for (const { subscriptionId } of await manager.findBy(PaidSubscription, {
      customerId,
      state: Not('void'),
    })) {
      await this.endings.add(manager, subscriptionId);
    }
    for (const entity of [PaidSubscription, PaymentRefund, PaymentCustomer])
      await manager.delete(entity, { customerId });
    await this.book.close(manager, userId);
  }

  private async customersOf(manager: EntityManager, userId: string): Promise<string[]> {
    const customers = await manager.find(PaymentCustomer, {
      where: { userId },
      order: { customerId: 'ASC' },
    });
    return customers.map(({ customerId }) => customerId);
  }
}
