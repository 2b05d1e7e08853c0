import { Controller, Inject } from '@nestjs/common';
import { Handles } from '@waybill/bus';
import { getSubscription, type InputOf, type SubscriptionView } from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { BILLING_MODULE_OPTIONS, type BillingModuleOptions } from '../billing.module-options.js';
import { Subscription } from './subscription.entity.js';
import { freePlan } from './subscription.policy.js';
import { presentSubscription } from './subscription.presenter.js';

@Controller()
export class SubscriptionRequests {
  constructor(
    private readonly database: DataSource,
    @Inject(BILLING_MODULE_OPTIONS) private readonly options: BillingModuleOptions,
  ) {}

  /** Answers with the free plan for an account whose registration event has not arrived yet. */
  @Handles(getSubscription)
  async get({ userId }: InputOf<typeof getSubscription>): Promise<SubscriptionView> {
    const subscription = await this.database.manager.findOneBy(Subscription, { userId });
    const view = presentSubscription(subscription ?? freePlan, this.options.defaultPlan);
    const isCancelled =
      view.status === 'past-due' && (await this.isCancelled(subscription?.paymentId ?? null));
    return { ...view, ...(isCancelled && { isCancelled }) };
  }

  /** Whether the paying subscription does not renew. */
  private async isCancelled(subscriptionId: string | null): Promise<boolean> {
    if (subscriptionId === null) return false;
    const rows = await this.database.query<unknown[]>(
      'SELECT FROM paid_subscriptions WHERE subscription_id = $1 AND cancel_at IS NOT NULL',
      [subscriptionId],
    );
    return rows.length > 0;
  }
}
