import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The password of an account was changed. Its owner is notified by mail. */
export const passwordChanged = defineEvent(
  'auth.password.changed',
  z.object({ userId: z.uuid(), name: z.string(), email: z.string() }),
);
