import { z } from 'zod';
import { defineEvent } from '../message.js';

/** An account can be signed in to in a new way. Its owner is notified by mail. */
export const signInMethodAdded = defineEvent(
  'auth.sign-in-method.added',
  z.object({
    userId: z.uuid(),
    name: z.string(),
    email: z.string(),
    method: z.enum(['passkey', 'single-sign-on', 'password']),
    label: z.string().describe('Name of the passkey or of the provider; empty for a password.'),
  }),
);
