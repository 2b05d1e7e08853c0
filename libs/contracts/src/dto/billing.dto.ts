import { z } from 'zod';
import { messageSchema } from './auth.dto.js';
import { instantSchema } from './instant.dto.js';
import { planIdSchema } from './plan.dto.js';

/** Plans that are not free. */
const paidPlanSchema = planIdSchema.exclude(['free']);
export type PaidPlan = z.infer<typeof paidPlanSchema>;

export const paidPlans = paidPlanSchema.options;

/** Interval of payments for a paid plan (spec §2, the toggle of the pricing page). */
const billingPeriodSchema = z.enum(['monthly', 'annual']);
export type BillingPeriod = z.infer<typeof billingPeriodSchema>;

export const billingPeriods = billingPeriodSchema.options;

/** GET /api/billing/offers: the plans for sale on this installation. */
export const offersSchema = z.object({
  offers: z.array(
    z.object({
      plan: paidPlanSchema,
      period: billingPeriodSchema,
      url: z
        .url()
        .nullable()
        .describe(
          "Hosted payment page with the caller's data filled in. Null for visitors, and for accounts with a paid plan.",
        ),
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
  renewsAt: instantSchema.nullable().describe('Time of the next payment; null if none is due.'),
  endsAt: instantSchema.nullable().describe('Time at which the plan ends; null if it continues.'),
  isCancelled: z
    .boolean()
    .optional()
    .describe('True if it is `past-due` and was cancelled: it does not renew.'),
});
export type SubscriptionView = z.infer<typeof subscriptionSchema>;

/** POST /api/user/cancel: the answer, with the time at which the plan ends. */
export const cancelledSubscriptionSchema = messageSchema.extend({ subscriptionEndsAt: instantSchema });
export type CancelledSubscription = z.infer<typeof cancelledSubscriptionSchema>;
