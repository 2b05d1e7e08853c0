import type { PlanId } from '@waybill/contracts';

/** What a plan's button does (spec §4). */
export type PlanChoice = 'sign-up' | 'nothing' | 'change-plan' | 'checkout';

/** `current` null: signed out, who go to /signup whatever is on. */
export function planChoice(chosen: PlanId, current: PlanId | null, isPromotion: boolean): PlanChoice {
  if (current === null) return 'sign-up';
  if (isPromotion || chosen === current) return 'nothing';
  return current === 'free' ? 'checkout' : 'change-plan';
}
