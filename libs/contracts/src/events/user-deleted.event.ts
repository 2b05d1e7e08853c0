import { z } from 'zod';
import { defineEvent } from '../message.js';

/** An account was deleted. Consumers delete all their data about it. */
export const userDeleted = defineEvent('auth.user.deleted', z.object({ userId: z.uuid() }));
