import { z } from 'zod';
import { defineEvent } from '../message.js';

/** Someone signed up with an address that has an account: its owner is told by mail. */
export const signUpRepeated = defineEvent(
  'auth.sign-up.repeated',
  z.object({ userId: z.uuid(), name: z.string(), email: z.string() }),
);
