import { higherPlan, type PlanId, planNames, type SubscriptionView } from '@waybill/contracts';
import { formatDate } from '../../lib/format/date.js';

/** Instructions for a user who comes from the pricing page to change the plan (spec §2, §4). */
export interface PlanChange {
  readonly text: string;
  /** Whether the next step is on the pricing page and possible now. */
  readonly leadsToPricing: boolean;
}

/** Source of a plan: `given` to everyone by the installation, `granted` by the operator, or `paid`. */
export type PlanSource = 'given' | 'granted' | 'paid';

/** Returns the source of a plan. A granted plan with an end date looks like a cancelled one and counts as paid. */
export function sourceOf({ plan, status, renewsAt }: SubscriptionView, defaultPlan: PlanId): PlanSource {
  if (plan === 'free') return 'given';
  if (status !== 'active' || renewsAt !== null) return 'paid';
  return plan === defaultPlan ? 'given' : 'granted';
}

/** Builds the instructions. `wanted`: the plan chosen on the pricing page; null when the address names none. */
export function planChange(
  wanted: PlanId | null,
  subscription: SubscriptionView,
  { isPromotion, defaultPlan }: { isPromotion: boolean; defaultPlan: PlanId },
): PlanChange {
  const { plan, status, endsAt, isCancelled = false } = subscription;
  if (isPromotion) {
    return stay('While the promotion lasts you have all that Pro gives. There is nothing to change.');
  }
  const isWithoutPlan = wanted !== null && higherPlan(wanted, defaultPlan) === defaultPlan;
  const end = (status === 'ending' || isCancelled) && endsAt !== null ? formatDate(endsAt) : null;
  if (end !== null) {
    return stay(
      isWithoutPlan
        ? `Your plan ends on ${end}. From then on you are on ${planNameOf(defaultPlan)}.`
        : `Your plan ends on ${end}. From then on you can choose ${wanted ? planNameOf(wanted) : 'another one'} on the pricing page.`,
    );
  }
  if (wanted === plan) return stay(`You are on ${planNameOf(plan)} already.`);
  const source = sourceOf(subscription, defaultPlan);
  const isHigher = wanted === null ? plan !== 'pro' : higherPlan(wanted, plan) === wanted;
  if (source !== 'paid' && isHigher) {
    return {
      text: `You are on ${planNameOf(plan)}: choose ${wanted ? planNameOf(wanted) : 'your plan'} on the pricing page.`,
      leadsToPricing: true,
    };
  }
  if (source === 'given') return stay(`Everyone with an account here has ${planNameOf(plan)}.`);
  const remains =
    source === 'paid'
      ? 'It stays yours until the end of the billing period'
      : 'It ends immediately, and only the operator can give it back';
  if (isWithoutPlan) return stay(`To change to ${planNameOf(defaultPlan)}, cancel your plan. ${remains}.`);
  return stay(
    `To change ${wanted ? `to ${planNameOf(wanted)}` : 'your plan'}, cancel your current plan first. ${remains}; then choose ${wanted ? planNameOf(wanted) : 'another one'} on the pricing page.`,
  );
}

/** Display name of a plan. */
export function planNameOf(plan: PlanId): string {
  return planNames[plan];
}

function stay(text: string): PlanChange {
  return { text, leadsToPricing: false };
}
