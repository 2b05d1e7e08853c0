import { z } from 'zod';
import { defineEvent } from '../message.js';

/** An account was activated. `browserId`: the anonymous browser that signed up. */
export const userActivated = defineEvent(
  'auth.user.activated',
  z.object({ userId: z.uuid(), browserId: z.uuid().nullable() }),
);
