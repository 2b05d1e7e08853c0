import { z } from 'zod';
import { cancelledSubscriptionSchema, offersSchema, subscriptionSchema } from '../dto/billing.dto.js';
import { defineRequest } from '../message.js';
import { planIdSchema } from '../dto/plan.dto.js';
import { adminPromotionSchema, promotionFormSchema, promotionSchema } from '../promotion.js';
import { emptySchema } from './caller.js';

export const getPromotion = defineRequest('billing.promotion.status', emptySchema, promotionSchema);

/** Like `getPromotion`, with its origin: the setting, or an administrator. For administrators. */
export const getAdminPromotion = defineRequest('billing.promotion.get', emptySchema, adminPromotionSchema);

/** Starts a promotion, or changes the active promotion. For administrators. */
export const startPromotion = defineRequest(
  'billing.promotion.start',
  promotionFormSchema,
  adminPromotionSchema,
  ['admin.promotion-in-past'],
);

/** Ends the promotion, also one that was set by `PROMOTION_ENDS_AT`. Idempotent. For administrators. */
export const endPromotion = defineRequest('billing.promotion.end', emptySchema, adminPromotionSchema);

/** Lists the plans for sale, with payment pages for the buyer. Empty without a payment provider. */
export const listOffers = defineRequest(
  'billing.offers.list',
  z.object({ buyer: z.object({ userId: z.uuid(), email: z.string() }).nullable() }),
  offersSchema,
);

/** Returns the paid or granted plan of the account. */
export const getSubscription = defineRequest(
  'billing.subscriptions.get',
  z.object({ userId: z.uuid() }),
  subscriptionSchema,
);

/** Cancels the paid plan at the end of its period. May call the payment provider: see `PROVIDER_TIMEOUT_MS`. */
export const cancelSubscription = defineRequest(
  'billing.subscriptions.cancel',
  z.object({ userId: z.uuid() }),
  cancelledSubscriptionSchema,
  ['billing.nothing-to-cancel', 'billing.provider-unavailable'],
);

/** Timeout of requests that call the payment provider. The timeout of the provider call itself is shorter. */
export const PROVIDER_TIMEOUT_MS = 25_000;

/**
 * Accepts an event of the payment provider, byte for byte as received. The event is stored once, durably, before
 * the reply.
 */
export const receivePaymentEvent = defineRequest(
  'billing.payments.receive-event',
  z.object({
    /** Exact bytes of the body, in base64. */
    payload: z.string(),
    signature: z.string(),
  }),
  emptySchema,
  [
    'billing.invalid-signature',
    'billing.not-configured',
    'billing.provider-unavailable',
    'request.malformed',
  ],
);

/**
 * Grants a plan to an account, for administrators. `free` withdraws a grant. A better plan that is paid for stays. The
 * reply has the data of `billing.subscription.changed`, so that the gateway can apply the plan in other services
 * without waiting for the event.
 */
export const grantPersonPlan = defineRequest(
  'billing.grants.grant',
  z.object({ userId: z.uuid(), plan: planIdSchema }),
  z.object({ plan: planIdSchema, version: z.int() }),
  ['admin.person-not-found'],
);
