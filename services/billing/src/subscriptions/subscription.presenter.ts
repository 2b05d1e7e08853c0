import type { SubscriptionView } from '@waybill/contracts';
import type { SubscriptionState } from './subscription.policy.js';

/** A subscription in the API's form. */
export function presentSubscription({
  plan,
  status,
  currentPeriodEnd,
  endsAt,
  paymentId,
}: SubscriptionState): SubscriptionView {
  const renews = paymentId !== null && status === 'active';
  return {
    plan,
    status,
    renewsAt: (renews && currentPeriodEnd?.toISOString()) || null,
    endsAt: (status !== 'active' && endsAt?.toISOString()) || null,
  };
}
