import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A notification is ready to be mailed, and its recipient's address is needed. */
export const notificationRaised = defineEvent(
  'sharing.notification.raised',
  z.object({ notificationId: z.uuid(), userId: z.uuid() }),
);
