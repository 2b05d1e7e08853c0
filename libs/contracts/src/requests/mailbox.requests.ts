import { z } from 'zod';
import { mailSummarySchema, mailDetailSchema } from '../dto/mailbox.dto.js';
import { defineRequest } from '../message.js';

/** The mails that were kept instead of sent, the newest first; null where there is a mail server. */
export const listMails = defineRequest(
  'sharing.mailbox.list',
  z.object({}),
  z.object({ mails: mailSummarySchema.array().nullable() }),
);

/** One of them; null when there is none of that id. */
export const getMail = defineRequest(
  'sharing.mailbox.open',
  z.object({ id: z.string().max(300) }),
  z.object({ mail: mailDetailSchema.nullable() }),
);
