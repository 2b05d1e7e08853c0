import { notYet } from '@waybill/service-kit';

/** Injection token of BillingConfig. */
export const BILLING_CONFIG = Symbol('billing configuration');

export interface BillingConfig {
  /** What the operator set up (contract, "Promotion"). */
  readonly promotion: { readonly endsAt: Date | null; readonly message: string | null };
}

const stripe = notYet('payment by Stripe');

/** Environment of payment. */
export const billingConfiguration = {
  STRIPE_SECRET_KEY: stripe,
  STRIPE_WEBHOOK_SECRET: stripe,
  STRIPE_API_URL: stripe,
  STRIPE_PRICE_BASIC_MONTHLY: stripe,
  STRIPE_PRICE_BASIC_ANNUAL: stripe,
  STRIPE_PRICE_PRO_MONTHLY: stripe,
  STRIPE_PRICE_PRO_ANNUAL: stripe,
  STRIPE_LINK_BASIC_MONTHLY: stripe,
  STRIPE_LINK_BASIC_ANNUAL: stripe,
  STRIPE_LINK_PRO_MONTHLY: stripe,
  STRIPE_LINK_PRO_ANNUAL: stripe,
};
