import { z } from 'zod';
import { planIdSchema } from '../plans.js';

/** The plans that cost something. */
export const paidPlanSchema = planIdSchema.exclude(['free']);
export type PaidPlan = z.infer<typeof paidPlanSchema>;

export const paidPlans = paidPlanSchema.options;

/** How often a paid plan is paid for (spec §2, the toggle of the pricing page). */
export const billingPeriodSchema = z.enum(['monthly', 'annual']);
export type BillingPeriod = z.infer<typeof billingPeriodSchema>;

export const billingPeriods = billingPeriodSchema.options;

/** GET /api/billing/offers: what can be bought on this Waybill. */
export const offersSchema = z.object({
  offers: z.array(
    z.object({
      plan: paidPlanSchema,
      period: billingPeriodSchema,
      /** Hosted payment page made out to whoever asks; null for visitors and for who pays for a plan already. */
      url: z.url().nullable(),
    }),
  ),
});
export type Offers = z.infer<typeof offersSchema>;

/**
 * GET /api/billing/subscription: what the account itself has, promotion or not.
 * `ending`: kept until `endsAt`. `past-due`: a payment failed; kept until `endsAt` unless it is made up for.
 */
export const subscriptionSchema = z.object({
  plan: planIdSchema,
  status: z.enum(['active', 'ending', 'past-due']),
  /** When the next payment is due, ISO 8601; null where none is. */
  renewsAt: z.string().nullable(),
  /** When the plan ends by itself, ISO 8601; null while nothing ends it. */
  endsAt: z.string().nullable(),
});
export type SubscriptionView = z.infer<typeof subscriptionSchema>;
