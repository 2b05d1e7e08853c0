import { type PlanId, planNames, type SubscriptionView } from '@waybill/contracts';
import { formatDate } from '../../lib/format/date.js';

/** Instructions for a user who comes from the pricing page to change the plan (spec §2, §4). */
export interface PlanChange {
  readonly text: string;
  /** Whether the next step is on the pricing page and possible now. */
  readonly leadsToPricing: boolean;
}

/** Builds the instructions. `wanted`: the plan chosen on the pricing page; null when the address names none. */
export function planChange(
  wanted: PlanId | null,
  { plan, status, endsAt }: SubscriptionView,
  isPromotion: boolean,
): PlanChange {
  if (isPromotion) {
    return stay('While the promotion lasts you have all that Pro gives. There is nothing to change.');
  }
  const end = status === 'ending' && endsAt !== null ? formatDate(endsAt) : null;
  if (end !== null) {
    return stay(
      wanted === 'free'
        ? `Your plan ends on ${end}. From then on you are on Free.`
        : `Your plan ends on ${end}. From then on you can choose ${wanted ? nameOf(wanted) : 'another one'} on the pricing page.`,
    );
  }
  if (wanted === plan) return stay(`You are on ${nameOf(plan)} already.`);
  if (plan === 'free') {
    return {
      text: `You are on Free: choose ${wanted ? nameOf(wanted) : 'your plan'} on the pricing page.`,
      leadsToPricing: true,
    };
  }
  if (wanted === 'free') {
    return stay('To change to Free, cancel your plan. It stays yours until the end of the billing period.');
  }
  return stay(
    `To change ${wanted ? `to ${nameOf(wanted)}` : 'your plan'}, cancel your current plan first. It stays yours until the end of the billing period; then choose ${wanted ? nameOf(wanted) : 'another one'} on the pricing page.`,
  );
}

/** Display name of a plan. */
export function nameOf(plan: PlanId): string {
  return planNames[plan];
}

function stay(text: string): PlanChange {
  return { text, leadsToPricing: false };
}
