import { z } from 'zod';
import { defineEvent } from '../message.js';
import { planIdSchema } from '../plans.js';

/**
 * What an account has paid for, or was granted. `version` grows with every change of one account: a
 * projection ignores an older one that arrives late.
 */
export const subscriptionChanged = defineEvent(
  'billing.subscription.changed',
  z.object({ userId: z.uuid(), plan: planIdSchema, version: z.number().int() }),
);
