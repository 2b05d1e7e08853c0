import type { PlanId, SubscriptionView } from '@waybill/contracts';

/**
 * `ending`: falls back to the free plan when it ends, and nothing is due any more. `past-due`: a payment failed, and
 * the plan stays for a while in the hope of the next.
 */
export type SubscriptionStatus = SubscriptionView['status'];

/** The part of a subscription that rules look at. */
export interface Standing {
  readonly plan: PlanId;
  readonly status: SubscriptionStatus;
  /** Until when the plan is paid or granted; null: without end. */
  readonly currentPeriodEnd: Date | null;
  /** When the clock takes the plan away, whatever else is heard or not; null: never. */
  readonly endsAt: Date | null;
  /** The subscription at the payment provider that pays for it; null: it was granted, or is free. */
  readonly paymentId: string | null;
}

/** What every account has that has nothing else. */
export const freePlan: Standing = {
  plan: 'free',
  status: 'active',
  currentPeriodEnd: null,
  endsAt: null,
  paymentId: null,
};

const worth: Readonly<Record<PlanId, number>> = { free: 0, basic: 1, pro: 2 };

/** A plan the operator gives away, for good or until a date. */
export function granted(plan: PlanId, until: Date | null): Standing {
  if (plan === 'free') return freePlan;
  return {
    plan,
    status: until ? 'ending' : 'active',
    currentPeriodEnd: until,
    endsAt: until,
    paymentId: null,
  };
}

export interface Cancellation {
  readonly endsAt: Date;
  readonly standing: Standing;
}

/**
 * What becomes of a granted plan that is cancelled `now`: it lasts until its date. One that has none ends at once.
 * Null: there is nothing to cancel.
 */
export function cancellationOf(standing: Standing, now: Date): Cancellation | null {
  const { plan, endsAt } = standing;
  if (plan === 'free') return null;
  if (endsAt && now < endsAt) return { endsAt, standing: { ...standing, status: 'ending' } };
  return { endsAt: now, standing: freePlan };
}

/** The better of several plans; of equal ones the one that lasts longer. */
export function bestOf(standings: readonly Standing[]): Standing | null {
  return standings.reduce<Standing | null>((best, one) => (best && !isBetter(one, best) ? best : one), null);
}

function isBetter(one: Standing, other: Standing): boolean {
  if (one.plan !== other.plan) return worth[one.plan] > worth[other.plan];
  return (one.endsAt?.getTime() ?? Infinity) > (other.endsAt?.getTime() ?? Infinity);
}

/**
 * What an account has, from what it had and the best of what it pays for now (null: nothing). A grant that still
 * lasts yields only to a plan that is worth as much.
 */
export function settled(current: Standing, paid: Standing | null, now: Date): Standing {
  const isGrant = current.paymentId === null && (current.endsAt === null || now < current.endsAt);
  const grant = isGrant ? current : freePlan;
  return paid && worth[paid.plan] >= worth[grant.plan] ? paid : grant;
}

export function isSame(one: Standing, other: Standing): boolean {
  return (
    one.plan === other.plan &&
    one.status === other.status &&
    one.paymentId === other.paymentId &&
    one.currentPeriodEnd?.getTime() === other.currentPeriodEnd?.getTime() &&
    one.endsAt?.getTime() === other.endsAt?.getTime()
  );
}
