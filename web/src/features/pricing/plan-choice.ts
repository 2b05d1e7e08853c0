import { higherPlan, type PlanId } from '@waybill/contracts';

/** Action of a plan's button (spec §4). */
export type PlanChoice = 'sign-up' | 'nothing' | 'change-plan' | 'checkout';

/**
 * Chooses the action. `current` null: signed out; such visitors go to /signup, or to /login where sign-up is not open.
 * `current` may be a plan that nobody pays for: the offer of a higher plan says whether the user can buy it.
 */
export function planChoice(chosen: PlanId, current: PlanId | null, isPromotion: boolean): PlanChoice {
  if (current === null) return 'sign-up';
  if (isPromotion || chosen === current) return 'nothing';
  return higherPlan(chosen, current) === chosen ? 'checkout' : 'change-plan';
}
