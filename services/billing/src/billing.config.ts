import { notYet } from '@waybill/service-kit';
import { z } from 'zod';

/** Injection token of BillingConfig. */
export const BILLING_CONFIG = Symbol('billing configuration');

export interface BillingConfig {
  /** What the operator set up (contract, "Promotion"). */
  readonly promotion: { readonly endsAt: Date | null; readonly message: string | null };
}

const stripe = notYet('payment by Stripe');

/** Environment of the promotion and of payment. */
export const billingConfiguration = {
  PROMOTION_ENDS_AT: z.iso
    .datetime({ offset: true, error: 'must be a date and time such as 2026-12-31T23:59:59Z' })
    .transform((text) => new Date(text))
    .optional(),
  PROMOTION_MESSAGE: z.string().trim().max(200, 'must be at most 200 characters long').optional(),
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
