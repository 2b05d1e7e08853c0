import type { PlanId, SubscriptionView } from '@waybill/contracts';

/**
 * `ending`: becomes the free plan at its end, without further payments. `past-due`: a payment failed and is being
 * retried.
 */
export type SubscriptionStatus = SubscriptionView['status'];

/** The part of a subscription that the policy decides on. */
export interface SubscriptionState {
  readonly plan: PlanId;
  readonly status: SubscriptionStatus;
  /** End of the paid or granted period; null: no end. */
  readonly currentPeriodEnd: Date | null;
  /** Time at which the sweep ends the plan, even without an event; null: never. */
  readonly endsAt: Date | null;
  /** Id of the paying subscription at the payment provider; null: granted or free. */
  readonly paymentId: string | null;
}

/** The grant behind a paid plan: it counts again when the payments end. Null without one. */
export interface HiddenGrant {
  readonly grantedPlan: PlanId | null;
  /** End of the grant; null: no end. */
  readonly grantedUntil: Date | null;
}

/** State of an account without a paid or granted plan. */
export const freePlan: SubscriptionState = {
  plan: 'free',
  status: 'active',
  currentPeriodEnd: null,
  endsAt: null,
  paymentId: null,
};

const rank: Readonly<Record<PlanId, number>> = { free: 0, basic: 1, pro: 2 };

/** State of a plan that the operator grants. @param until end of the grant; null: no end */
export function grantedState(plan: PlanId, until: Date | null): SubscriptionState {
  if (plan === 'free') return freePlan;
  return {
    plan,
    status: until ? 'ending' : 'active',
    currentPeriodEnd: until,
    endsAt: until,
    paymentId: null,
  };
}

/** The account's grant, as its state; the free plan without one. Only a paid plan hides a grant. */
export function grantOf(subscription: SubscriptionState & HiddenGrant): SubscriptionState {
  if (subscription.paymentId === null) return subscription;
  return grantedState(subscription.grantedPlan ?? 'free', subscription.grantedUntil);
}

export interface Cancellation {
  readonly endsAt: Date;
  readonly state: SubscriptionState;
}

/**
 * Result of cancelling a granted plan: it lasts until its end date, or ends now if it has none. Null: there is
 * nothing to cancel.
 */
export function cancellationOf(state: SubscriptionState, now: Date): Cancellation | null {
  const { plan, endsAt } = state;
  if (plan === 'free') return null;
  if (endsAt && now < endsAt) return { endsAt, state: { ...state, status: 'ending' } };
  return { endsAt: now, state: freePlan };
}

/** Selects the state with the best plan. Of equal plans, the one that lasts longer. */
export function bestState(states: readonly SubscriptionState[]): SubscriptionState | null {
  return states.reduce<SubscriptionState | null>(
    (best, one) => (best && !isBetter(one, best) ? best : one),
    null,
  );
}

function isBetter(one: SubscriptionState, other: SubscriptionState): boolean {
  if (one.plan !== other.plan) return rank[one.plan] > rank[other.plan];
  return (one.endsAt?.getTime() ?? Infinity) > (other.endsAt?.getTime() ?? Infinity);
}

/**
 * The state of an account, from its grant and its best paid state (null: it pays for nothing). A paid plan of at least
 * the same rank counts before a valid grant.
 */
export function resolveState(
  grant: SubscriptionState,
  paid: SubscriptionState | null,
  now: Date,
): SubscriptionState {
  const valid = grant.endsAt === null || now < grant.endsAt ? grant : freePlan;
  return paid && rank[paid.plan] >= rank[valid.plan] ? paid : valid;
}

export function isSameState(one: SubscriptionState, other: SubscriptionState): boolean {
  return (
    one.plan === other.plan &&
    one.status === other.status &&
    one.paymentId === other.paymentId &&
    one.currentPeriodEnd?.getTime() === other.currentPeriodEnd?.getTime() &&
    one.endsAt?.getTime() === other.endsAt?.getTime()
  );
}
