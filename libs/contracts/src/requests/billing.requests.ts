import { z } from 'zod';
import { messageSchema } from '../dto/auth.dto.js';
import { defineRequest } from '../message.js';
import { promotionSchema } from '../plans.js';
import { nothingSchema } from './caller.js';

export const getPromotion = defineRequest('billing.promotion.status', nothingSchema, promotionSchema);

/** Ends the paid plan with its period. */
export const cancelSubscription = defineRequest(
  'billing.subscriptions.cancel',
  z.object({ userId: z.uuid() }),
  messageSchema.extend({ subscriptionEndsAt: z.string() }),
  ['billing.nothing-to-cancel'],
);
