import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The owner of the account is told by mail that its password is another one now. */
export const passwordChanged = defineEvent(
  'auth.password.changed',
  z.object({ userId: z.uuid(), name: z.string(), email: z.string() }),
);
