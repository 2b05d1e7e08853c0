import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A sign-up used the address of an existing account. Its owner is notified by mail. */
export const signUpRepeated = defineEvent(
  'auth.sign-up.repeated',
  z.object({ userId: z.uuid(), name: z.string(), email: z.string() }),
);
