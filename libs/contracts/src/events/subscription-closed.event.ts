import { z } from 'zod';
import { defineEvent } from '../message.js';

/** An account's subscription is gone with the account. After it nothing more is told of that account's plan. */
export const subscriptionClosed = defineEvent('billing.subscription.closed', z.object({ userId: z.uuid() }));
