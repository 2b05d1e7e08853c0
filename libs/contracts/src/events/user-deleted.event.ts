import { z } from 'zod';
import { defineEvent } from '../message.js';

/** Everything kept about this account has to go. */
export const userDeleted = defineEvent('auth.user.deleted', z.object({ userId: z.uuid() }));
