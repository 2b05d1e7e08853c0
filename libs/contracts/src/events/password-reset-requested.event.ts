import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The owner of the account is to be mailed a link that sets a new password. */
export const passwordResetRequested = defineEvent(
  'auth.password-reset.requested',
  z.object({
    userId: z.uuid(),
    name: z.string(),
    email: z.string(),
    token: z.string(),
    expiresAt: z.string(),
  }),
);
