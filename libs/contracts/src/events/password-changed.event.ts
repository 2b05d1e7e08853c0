import { z } from 'zod';
import { defineEvent } from '../message.js';

/**
 * The password of an account was changed. Its owner is notified by mail. After a reset by a mailed link, sharing
 * switches the webhooks of the account off, because an intruder may have made them.
 */
export const passwordChanged = defineEvent(
  'auth.password.changed',
  z.object({
    userId: z.uuid(),
    name: z.string(),
    email: z.string(),
    /** Whether it was reset by a mailed link. Versions up to 0.2 leave it out. */
    isReset: z.boolean().optional(),
  }),
);
