import type { StripeConfig } from './stripe/stripe.config.js';

/** Injection token of BillingConfig. */
export const BILLING_CONFIG = Symbol('billing configuration');

export interface BillingConfig {
  /** What the operator set up (contract, "Promotion"). */
  readonly promotion: { readonly endsAt: Date | null; readonly message: string | null };
  /** Null: paid plans are not sold. */
  readonly stripe: StripeConfig | null;
}
