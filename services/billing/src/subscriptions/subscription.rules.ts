import type { PlanId } from '@waybill/contracts';

/** `ending`: falls back to the free plan when its period ends. */
export type SubscriptionStatus = 'active' | 'ending';

/** The part of a subscription that rules look at. */
export interface Standing {
  readonly plan: PlanId;
  readonly status: SubscriptionStatus;
  readonly currentPeriodEnd: Date | null;
}

/** What every account has that has nothing else. */
export const freePlan: Standing = { plan: 'free', status: 'active', currentPeriodEnd: null };

/** A plan the operator gives away, for good or until a date. */
export function granted(plan: PlanId, until: Date | null): Standing {
  if (plan === 'free') return freePlan;
  return { plan, status: until ? 'ending' : 'active', currentPeriodEnd: until };
}

export interface Cancellation {
  readonly endsAt: Date;
  readonly standing: Standing;
}

/**
 * What becomes of a subscription that is cancelled `now` (spec §4): it lasts until the end of its period. One that
 * has no period, such as a plan granted without end, ends at once. Null: there is nothing to cancel.
 */
export function cancellationOf(standing: Standing, now: Date): Cancellation | null {
  const { plan, currentPeriodEnd } = standing;
  if (plan === 'free') return null;
  if (currentPeriodEnd && now < currentPeriodEnd) {
    return { endsAt: currentPeriodEnd, standing: { ...standing, status: 'ending' } };
  }
  return { endsAt: now, standing: freePlan };
}
