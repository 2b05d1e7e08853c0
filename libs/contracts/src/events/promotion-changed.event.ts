import { z } from 'zod';
import { instantSchema } from '../dto/instant.dto.js';
import { defineEvent } from '../message.js';

/** Subject of the event: there is one promotion. */
export const PROMOTION_SUBJECT = 'promotion';

/**
 * An administrator started or ended the promotion. `version` increases with every change; a projection ignores an older
 * version that arrives late.
 */
export const promotionChanged = defineEvent(
  'billing.promotion.changed',
  z.object({
    endsAt: instantSchema.nullable().describe('Null: ended.'),
    replaces: instantSchema.nullable().describe('`PROMOTION_ENDS_AT` at the time of the change.'),
    version: z.number().int(),
  }),
);
