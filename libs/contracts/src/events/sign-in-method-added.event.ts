import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A sign-in method was added to an account. Its owner is notified by mail. */
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
