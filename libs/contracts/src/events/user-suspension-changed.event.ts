import { z } from 'zod';
import { defineEvent } from '../message.js';

/** An administrator suspended an account, or ended its suspension. Its files can still be opened. */
export const userSuspensionChanged = defineEvent(
  'auth.user.suspension-changed',
  z.object({
    userId: z.uuid(),
    isSuspended: z.boolean(),
    /** Increases with every change of the account. Consumers ignore late events. Omitted by earlier versions. */
    version: z.number().int().optional(),
  }),
);
