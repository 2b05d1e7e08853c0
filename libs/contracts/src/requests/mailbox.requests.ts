import { z } from 'zod';
import { mailSummarySchema, mailDetailSchema } from '../dto/mailbox.dto.js';
import { defineRequest } from '../message.js';

/** Lists the mails that were stored instead of sent, newest first; null if a mail server is configured. */
export const listMails = defineRequest(
  'sharing.mailbox.list',
  z.object({}),
  z.object({ mails: mailSummarySchema.array().nullable() }),
);

/** Returns one stored mail; null if there is none with this id. */
export const getMail = defineRequest(
  'sharing.mailbox.open',
  z.object({ id: z.string().max(300) }),
  z.object({ mail: mailDetailSchema.nullable() }),
);
