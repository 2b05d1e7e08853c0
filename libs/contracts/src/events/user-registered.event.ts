import { z } from 'zod';
import { defineEvent } from '../message.js';

/** An account was created. `activationToken` is null if accounts need no activation. */
export const userRegistered = defineEvent(
  'auth.user.registered',
  z.object({
    userId: z.uuid(),
    name: z.string(),
    email: z.string(),
    activationToken: z.string().nullable(),
  }),
);
