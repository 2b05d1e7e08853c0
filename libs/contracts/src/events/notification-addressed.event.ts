import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The address for a notification. Not published for deleted and suspended accounts. */
export const notificationAddressed = defineEvent(
  'auth.notification.addressed',
  z.object({ notificationId: z.uuid(), userId: z.uuid(), name: z.string(), email: z.string() }),
);
