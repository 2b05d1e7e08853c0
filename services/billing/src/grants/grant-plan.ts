import { Outbox } from '@waybill/bus';
import type { PlanId } from '@waybill/contracts';
import { createLogger, SystemClock } from '@waybill/service-kit';
import type { DataSource } from 'typeorm';
import { EntitlementService } from '../payments/entitlement.service.js';
import { SubscriptionRepository } from '../subscriptions/subscription.repository.js';
import { PlanGrantService } from './plan-grant.service.js';

/**
 * Grants a plan from the command line, without starting the service. The relay of the running service publishes the
 * event from the outbox.
 * @param database an open data source of `billingDatabase`
 * @returns the resulting plan
 * @throws AppError `billing.unknown-account`
 */
export async function grantPlan(database: DataSource, email: string, plan: PlanId): Promise<PlanId> {
  const clock = new SystemClock();
  const logger = createLogger('billing', 'silent');
  const subscriptions = new SubscriptionRepository(new Outbox('billing', database, clock));
  const entitlements = new EntitlementService(subscriptions, clock);
  return new PlanGrantService(database, subscriptions, entitlements, logger).grant(email, plan);
}
