import { z } from 'zod';
import { defineEvent } from '../message.js';

/**
 * The subscription was deleted together with its account. This is the last event about the plan of this account.
 */
export const subscriptionClosed = defineEvent('billing.subscription.closed', z.object({ userId: z.uuid() }));
