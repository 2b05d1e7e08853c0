import { z } from 'zod';
import { planIdSchema } from './plan.dto.js';

/** Plans that are not free. */
export const paidPlanSchema = planIdSchema.exclude(['free']);
export type PaidPlan = z.infer<typeof paidPlanSchema>;

export const paidPlans = paidPlanSchema.options;

/** Interval of payments for a paid plan (spec §2, the toggle of the pricing page). */
export const billingPeriodSchema = z.enum(['monthly', 'annual']);
export type BillingPeriod = z.infer<typeof billingPeriodSchema>;

export const billingPeriods = billingPeriodSchema.options;

/** GET /api/billing/offers: the plans for sale on this installation. */
export const offersSchema = z.object({
  offers: z.array(
    z.object({
      plan: paidPlanSchema,
      period: billingPeriodSchema,
      /**
       * Hosted payment page with the caller's data filled in. Null for visitors, and for accounts with a paid plan.
       */
      url: z.url().nullable(),
    }),
  ),
});
export type Offers = z.infer<typeof offersSchema>;

/**
 * GET /api/billing/subscription: the subscription of the account, without the effect of a promotion.
 * `ending`: cancelled, or granted until a date; kept until `endsAt`. `past-due`: a payment failed; kept until `endsAt`
 * unless it is paid by then.
 */
export const subscriptionSchema = z.object({
  plan: planIdSchema,
  status: z.enum(['active', 'ending', 'past-due']),
  /** Time of the next payment, ISO 8601; null if none is due. */
  renewsAt: z.string().nullable(),
  /** Time at which the plan ends, ISO 8601; null if it continues. */
  endsAt: z.string().nullable(),
});
export type SubscriptionView = z.infer<typeof subscriptionSchema>;
