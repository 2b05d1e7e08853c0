import { z } from 'zod';
import { type KeptMailView, keptMailSchema, openedMailSchema } from '../dto/mailbox.dto.js';
import { listKeptMails, openKeptMail } from '../requests/mailbox.requests.js';
import { answers, defineRoute } from './route.js';

const exampleMail: KeptMailView = {
  id: 'set-a-new-waybill-password--ada-example-org--0b8a7f3e-3c56-4a5e-9d0a-1f0f3c2b1a00',
  to: { name: 'Ada Lovelace', address: 'ada@example.org' },
  subject: 'Set a new Waybill password',
  keptAt: '2026-11-02T09:00:00.000Z',
};

/** Mails that were kept, as there is no mail server: for a browser on the gateway's own machine alone. */
export const mailboxRoutes = {
  listMails: defineRoute({
    id: 'listMails',
    method: 'GET',
    path: '/api/mailbox',
    group: 'operation',
    summary: 'List the mails that were kept instead of sent',
    description: 'The newest first. Nothing is here where mails are sent, nor for callers elsewhere.',
    access: 'anyone',
    answers: { 200: answers(z.array(keptMailSchema), [exampleMail]) },
    asks: [listKeptMails],
    errors: ['request.not-found'],
  }),
  openMail: defineRoute({
    id: 'openMail',
    method: 'GET',
    path: '/api/mailbox/{id}',
    group: 'operation',
    summary: 'Read one of them',
    access: 'anyone',
    params: z.object({ id: z.string().describe('The mail’s id.') }),
    answers: {
      200: answers(openedMailSchema, { ...exampleMail, text: 'Hello, Ada', html: '<p>Hello, Ada</p>' }),
    },
    asks: [openKeptMail],
    errors: ['request.not-found'],
  }),
} as const;
