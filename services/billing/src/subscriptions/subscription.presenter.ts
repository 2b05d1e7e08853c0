import type { SubscriptionView } from '@waybill/contracts';
import type { Standing } from './subscription.rules.js';

/** A subscription as its owner sees it. */
export function presentSubscription({
  plan,
  status,
  currentPeriodEnd,
  endsAt,
  paymentId,
}: Standing): SubscriptionView {
  const renews = paymentId !== null && status === 'active';
  return {
    plan,
    status,
    renewsAt: (renews && currentPeriodEnd?.toISOString()) || null,
    endsAt: (status !== 'active' && endsAt?.toISOString()) || null,
  };
}
