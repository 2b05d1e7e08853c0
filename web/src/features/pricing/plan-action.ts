import {
  type BillingPeriod,
  errorCatalogue,
  higherPlan,
  type Offers,
  type PlanId,
  type PricingPlan,
} from '@waybill/contracts';
import { paths } from '../../lib/paths.js';
import { planChoice } from './plan-choice.js';

/** Label and target of a plan's button. `to`: a page of the client, `href`: an external address. */
export type PlanAction =
  | { readonly kind: 'page'; readonly label: string; readonly to: string }
  | { readonly kind: 'payment'; readonly label: string; readonly href: string }
  | { readonly kind: 'nothing' | 'retry' | 'wait'; readonly label: string };

/** State that the buttons depend on besides the plan. */
export interface PricingState {
  /** Null: signed out. */
  readonly current: PlanId | null;
  /** The plan that every account has. */
  readonly defaultPlan: PlanId;
  /** Whether anyone can open an account. */
  readonly isSignUpOpen: boolean;
  readonly isPromotion: boolean;
  readonly period: BillingPeriod;
  /** Undefined while loading, null when loading failed. */
  readonly offers: Offers['offers'] | null | undefined;
}

/** Whether an account pays for this plan. */
export function isSold({ monthlyPrice }: PricingPlan): boolean {
  return monthlyPrice > 0;
}

/** Chooses the button of a plan (spec §4). */
export function planAction({ id, name }: PricingPlan, state: PricingState): PlanAction {
  const { current, defaultPlan, isPromotion, offers } = state;
  if (higherPlan(id, defaultPlan) !== id) return withoutAccount(current);
  const label = current === null && id === defaultPlan ? 'Get started' : `Choose ${name}`;
  const choice = planChoice(id, current, isPromotion);
  if (choice === 'sign-up')
    return state.isSignUpOpen
      ? { kind: 'page', label, to: paths.signUp }
      : { kind: 'page', label: 'Log in', to: paths.login };
  const change = { kind: 'page', label, to: paths.changePlan(id) } as const;
  if (choice === 'change-plan') return change;
  if (choice === 'nothing') return { kind: 'nothing', label: isPromotion ? 'Promotion Active' : 'Your plan' };
  if (offers === undefined) return { kind: 'wait', label };
  if (offers === null) return { kind: 'retry', label };
  const offer = offerOf(id, state);
  if (!offer) return current === defaultPlan ? { kind: 'nothing', label: 'Not available yet' } : change;
  // An offer without a payment link means that the user pays already.
  return offer.url === null ? change : { kind: 'payment', label, href: offer.url };
}

/** Button of a plan that is lower than the default plan of accounts. */
function withoutAccount(current: PlanId | null): PlanAction {
  return current === null
    ? { kind: 'page', label: 'Send a file', to: paths.home }
    : { kind: 'nothing', label: 'Part of your plan' };
}

/** Reason why the plan cannot be bought for this period. Null if there is none, or while the offers are unknown. */
export function unavailableReason(plan: PlanId, state: PricingState): string | null {
  if (
    higherPlan(state.defaultPlan, plan) === state.defaultPlan ||
    !state.offers ||
    state.isPromotion ||
    offerOf(plan, state)
  )
    return null;
  if (state.offers.length === 0) return errorCatalogue['billing.not-configured'].message;
  return `${state.period === 'annual' ? 'Annual' : 'Monthly'} payment is not offered for this plan`;
}

function offerOf(id: PlanId, { offers, period }: PricingState) {
  return offers?.find((offer) => offer.plan === id && offer.period === period);
}
