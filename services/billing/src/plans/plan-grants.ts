import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, emailKey, type PlanId } from '@waybill/contracts';
import { SystemClock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { SubscriptionBook } from '../subscriptions/subscription-book.js';
import { granted } from '../subscriptions/subscription.rules.js';

/** Lets the operator give an account a plan, or take it back by granting `free`. */
@Injectable()
export class PlanGrants {
  constructor(
    private readonly database: DataSource,
    private readonly book: SubscriptionBook,
  ) {}

  /**
   * @param until when the grant ends by itself; null: never
   * @throws AppError `billing.unknown-account`
   */
  async grant(email: string, plan: PlanId, until: Date | null = null): Promise<void> {
    await this.database.transaction(async (manager) => {
      const subscription = await this.book.find(manager, { emailKey: emailKey(email) });
      if (!subscription) throw new AppError('billing.unknown-account');
      await this.book.change(manager, subscription, granted(plan, until));
    });
  }
}

/**
 * The same from a command line, beside a running Waybill: its relay finds the announcement in the outbox.
 * @param database an open data source of `billingDatabase`
 * @throws AppError `billing.unknown-account`
 */
export async function grantPlan(
  database: DataSource,
  email: string,
  plan: PlanId,
  until: Date | null = null,
): Promise<void> {
  const outbox = new Outbox('billing', database, new SystemClock());
  await new PlanGrants(database, new SubscriptionBook(outbox)).grant(email, plan, until);
}
