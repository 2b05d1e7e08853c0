import type { PlanId, PromotionSettings } from '@waybill/contracts';
import type { StripeConfig } from './stripe/stripe.env.js';

/** Injection token of BillingModuleOptions. */
export const BILLING_MODULE_OPTIONS = Symbol('billing module options');

export interface BillingModuleOptions {
  /** The promotion that the operator configured (contract, "Promotion"). */
  readonly promotion: PromotionSettings;
  /** Plan that every account has at least. */
  readonly defaultPlan: PlanId;
  /** Null: paid plans are not sold. */
  readonly stripe: StripeConfig | null;
}
