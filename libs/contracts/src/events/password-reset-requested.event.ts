import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A password reset was requested. A link to set a new password is mailed to the owner of the account. */
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
