import { type MailSummary, mailSummarySchema, type MailDetail, mailDetailSchema } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const mailboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers 404 if a mail server is set, or if the browser has no mailbox key (docs/decisions/mailbox.md). */
    listMails: build.query<MailSummary[], void>({
      query: () => 'mailbox',
      responseSchema: mailSummarySchema.array(),
    }),
    openMail: build.query<MailDetail, string>({
      query: (id) => `mailbox/${encodeURIComponent(id)}`,
      responseSchema: mailDetailSchema,
      // Drop the mail from the cache when its page closes: it may contain a sign-in link.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListMailsQuery, useOpenMailQuery } = mailboxApi;
