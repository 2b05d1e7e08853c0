import { z } from 'zod';
import { type MailSummary, mailSummarySchema, mailDetailSchema } from '../dto/mailbox.dto.js';
import { listMails, getMail } from '../requests/mailbox.requests.js';
import { jsonResponse, defineRoute } from './route.js';

const exampleMail: MailSummary = {
  id: 'set-a-new-waybill-password--ada-example-org--0b8a7f3e-3c56-4a5e-9d0a-1f0f3c2b1a00',
  to: { name: 'Ada Lovelace', address: 'ada@example.org' },
  subject: 'Set a new Waybill password',
  keptAt: '2026-11-02T09:00:00.000Z',
};

/**
 * Mails that were stored because no mail server is configured. Served only to browsers that opened the link printed
 * on the console.
 */
export const mailboxRoutes = {
  listMails: defineRoute({
    id: 'listMails',
    method: 'GET',
    path: '/api/mailbox',
    group: 'operation',
    summary: 'List the mails stored instead of sent',
    description:
      'Newest first. Responds with 404 if a mail server is configured, and without the cookie that the link on the console sets.',
    access: 'anyone',
    scope: 'public',
    responses: { 200: jsonResponse(z.array(mailSummarySchema), [exampleMail]) },
    requests: [listMails],
    errors: ['request.not-found'],
  }),
  getMail: defineRoute({
    id: 'openMail',
    method: 'GET',
    path: '/api/mailbox/{id}',
    group: 'operation',
    summary: 'Get a stored mail',
    access: 'anyone',
    scope: 'public',
    params: z.object({ id: z.string().describe('Id of the mail.') }),
    responses: {
      200: jsonResponse(mailDetailSchema, { ...exampleMail, text: 'Hello, Ada', html: '<p>Hello, Ada</p>' }),
    },
    requests: [getMail],
    errors: ['request.not-found'],
  }),
} as const;
