import { higherPlan, type PlanId, type SubscriptionView } from '@waybill/contracts';
import type { SubscriptionState } from './subscription.policy.js';

/** A subscription in the API's form. @param defaultPlan plan that every account has at least */
export function presentSubscription(
  { plan, status, currentPeriodEnd, endsAt, paymentId }: SubscriptionState,
  defaultPlan: PlanId,
): SubscriptionView {
  const renews = paymentId !== null && status === 'active';
  return {
    plan: higherPlan(plan, defaultPlan),
    status,
    renewsAt: (renews && currentPeriodEnd?.toISOString()) || null,
    endsAt: (status !== 'active' && endsAt?.toISOString()) || null,
  };
}
