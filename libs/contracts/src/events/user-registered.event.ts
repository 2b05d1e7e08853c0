import { z } from 'zod';
import { defineEvent } from '../message.js';

/** An account was opened. `activationToken` is null where accounts are active at once. */
export const userRegistered = defineEvent(
  'auth.user.registered',
  z.object({
    userId: z.uuid(),
    name: z.string(),
    email: z.string(),
    activationToken: z.string().nullable(),
  }),
);
