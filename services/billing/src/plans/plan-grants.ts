import { Injectable } from '@nestjs/common';
import { Outbox } from '@waybill/bus';
import { AppError, emailKey, type PlanId } from '@waybill/contracts';
import { SystemClock } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { Settlement } from '../payments/settlement.js';
import { SubscriptionBook } from '../subscriptions/subscription-book.js';
import { granted } from '../subscriptions/subscription.rules.js';

/** Lets the operator give an account a plan, or take it back by granting `free`. */
@Injectable()
export class PlanGrants {
  constructor(
    private readonly database: DataSource,
    private readonly book: SubscriptionBook,
    private readonly settlement: Settlement,
  ) {}

  /**
   * @param until when the grant ends by itself; null: never
   * @returns the plan the account has now: a better one that it pays for stays
   * @throws AppError `billing.unknown-account`
   */
  async grant(email: string, plan: PlanId, until: Date | null = null): Promise<PlanId> {
    return this.database.transaction(async (manager) => {
      const subscription = await this.book.find(manager, { emailKey: emailKey(email) });
      if (!subscription) throw new AppError('billing.unknown-account');
      return (await this.settlement.settleWith(manager, subscription, granted(plan, until))).plan;
    });
  }
}

/**
 * The same from a command line, beside a running Waybill: its relay finds the announcement in the outbox.
 * @param database an open data source of `billingDatabase`
 * @returns the plan the account has now
 * @throws AppError `billing.unknown-account`
 */
export async function grantPlan(
  database: DataSource,
  email: string,
  plan: PlanId,
  until: Date | null = null,
): Promise<PlanId> {
  const clock = new SystemClock();
  const book = new SubscriptionBook(new Outbox('billing', database, clock));
  return new PlanGrants(database, book, new Settlement(book, clock)).grant(email, plan, until);
}
