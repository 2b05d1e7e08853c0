import { z } from 'zod';
import { defineEvent } from '../message.js';

/** An account may be used from now on. `browserId`: the anonymous browser it was opened from. */
export const userActivated = defineEvent(
  'auth.user.activated',
  z.object({ userId: z.uuid(), browserId: z.uuid().nullable() }),
);
