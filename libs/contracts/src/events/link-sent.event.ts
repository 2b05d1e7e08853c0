import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A share mail was accepted for sending. Visits from its link carry `linkId` as `via`. */
export const linkSent = defineEvent(
  'sharing.link.sent',
  z.object({ linkId: z.uuid(), fileId: z.uuid(), recipientName: z.string(), sentAt: z.string() }),
);
