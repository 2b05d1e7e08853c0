import { z } from 'zod';
import { defineEvent } from '../message.js';

/** Two-step log-in of an account was turned on or off. Its owner is notified by mail. */
export const twoStepLogInChanged = defineEvent(
  'auth.two-step-log-in.changed',
  z.object({ userId: z.uuid(), name: z.string(), email: z.string(), isOn: z.boolean() }),
);
