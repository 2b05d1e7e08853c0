import { type KeptMailView, keptMailSchema, type OpenedMailView, openedMailSchema } from '@waybill/contracts';
import { api } from '../../lib/api/api.js';

const mailboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Answers 404 where mails are sent, and to anyone who does not sit at the server's own machine. */
    listMails: build.query<KeptMailView[], void>({
      query: () => 'mailbox',
      responseSchema: keptMailSchema.array(),
    }),
    openMail: build.query<OpenedMailView, string>({
      query: (id) => `mailbox/${encodeURIComponent(id)}`,
      responseSchema: openedMailSchema,
      // A mail may hold the key to an account: it is gone with its page.
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useListMailsQuery, useOpenMailQuery } = mailboxApi;
