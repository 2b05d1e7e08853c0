import { z } from 'zod';
import { messageSchema } from '../dto/auth.dto.js';
import { offersSchema, subscriptionSchema } from '../dto/billing.dto.js';
import { defineRequest } from '../message.js';
import { promotionSchema } from '../plans.js';
import { emptySchema } from './caller.js';

export const getPromotion = defineRequest('billing.promotion.status', emptySchema, promotionSchema);

/** What can be bought, made out to the buyer. Nothing without a payment provider. */
export const listOffers = defineRequest(
  'billing.offers.list',
  z.object({ buyer: z.object({ userId: z.uuid(), email: z.string() }).nullable() }),
  offersSchema,
);

/** What the account has paid for or was granted. */
export const getSubscription = defineRequest(
  'billing.subscriptions.get',
  z.object({ userId: z.uuid() }),
  subscriptionSchema,
);

/** Ends the paid plan with its period. It may ask the payment provider: see `PROVIDER_TIMEOUT_MS`. */
export const cancelSubscription = defineRequest(
  'billing.subscriptions.cancel',
  z.object({ userId: z.uuid() }),
  messageSchema.extend({ subscriptionEndsAt: z.string() }),
  ['billing.nothing-to-cancel', 'billing.provider-unavailable'],
);

/** How long an answer that needs the payment provider is worth waiting for; the provider itself is given less. */
export const PROVIDER_TIMEOUT_MS = 25_000;

/** An event of the payment provider, exactly as it came in. Taken note of once, durably, before this is answered. */
export const receivePaymentEvent = defineRequest(
  'billing.payments.receive-event',
  z.object({
    /** The body, byte for byte, base64. */
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
