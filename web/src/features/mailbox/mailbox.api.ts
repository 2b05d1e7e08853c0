import { type MailSummary, mailSummarySchema, type MailDetail, mailDetailSchema } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const mailboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers 404 where mails are sent, and to anyone who does not sit at the server's own machine. */
    listMails: build.query<MailSummary[], void>({
      query: () => 'mailbox',
      responseSchema: mailSummarySchema.array(),
    }),
    openMail: build.query<MailDetail, string>({
      query: (id) => `mailbox/${encodeURIComponent(id)}`,
      responseSchema: mailDetailSchema,
      // A mail may hold the key to an account: it is gone with its page.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListMailsQuery, useOpenMailQuery } = mailboxApi;
