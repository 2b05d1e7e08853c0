import { z } from 'zod';
import { defineEvent } from '../message.js';

/**
 * A share mail was accepted for sending. `linkId` is the id of the mail, not of a link. Visits from the mail carry it
 * as `via`.
 */
export const linkSent = defineEvent(
  'sharing.link.sent',
  z.object({ linkId: z.uuid(), fileId: z.uuid(), recipientName: z.string(), sentAt: z.string() }),
);
