import { z } from 'zod';
import { defineEvent } from '../message.js';
import { planIdSchema } from '../dto/plan.dto.js';

/**
 * The paid or granted plan of an account changed. `version` increases with every change of the account; a
 * projection ignores an older version that arrives late.
 */
export const subscriptionChanged = defineEvent(
  'billing.subscription.changed',
  z.object({ userId: z.uuid(), plan: planIdSchema, version: z.number().int() }),
);
