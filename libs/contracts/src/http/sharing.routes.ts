import { z } from 'zod';
import { messageSchema } from '../dto/auth.dto.js';
import { contactSchema, shareEmailSchema } from '../dto/sharing.dto.js';
import { getFileMetadata, getOwnedFile } from '../requests/files.requests.js';
import { renderQrCode, sendContactMessage, shareByEmail } from '../requests/sharing.requests.js';
import { fileParams } from './files.routes.js';
import { jsonResponse, defineRoute, jsonBody } from './route.js';

/** What leaves the house. */
export const sharingRoutes = {
  qrCode: defineRoute({
    id: 'qrCode',
    method: 'GET',
    path: '/api/qr-code/{id}',
    group: 'sharing',
    summary: 'The public link as a QR code',
    description: 'It goes with the file: what is not there has none.',
    access: 'anyone',
    params: fileParams,
    query: z.object({
      format: z.enum(['png', 'svg']).default('png').catch('png').describe('Anything else is `png`.'),
    }),
    responses: {
      200: {
        description: 'The picture',
        mediaTypes: ['image/png', 'image/svg+xml'],
        headers: { 'Content-Disposition': 'A name to keep it under.' },
      },
    },
    requests: [getFileMetadata, renderQrCode],
    errors: ['request.too-many'],
  }),
  shareByEmail: defineRoute({
    id: 'shareByEmail',
    method: 'POST',
    path: '/api/share/email/{id}',
    group: 'sharing',
    summary: 'Mail somebody the link',
    access: 'owner',
    params: fileParams,
    body: jsonBody(shareEmailSchema, { recipientEmail: 'grace@example.org', recipientName: 'Grace Hopper' }),
    responses: {
      202: jsonResponse(
        messageSchema,
        { message: 'The link is on its way to grace@example.org' },
        'Accepted',
      ),
    },
    requests: [getOwnedFile, shareByEmail],
  }),
  contact: defineRoute({
    id: 'contact',
    method: 'POST',
    path: '/api/contact',
    group: 'sharing',
    summary: 'Write to those who run this Waybill',
    access: 'anyone',
    body: jsonBody(contactSchema, {
      name: 'Grace Hopper',
      email: 'grace@example.org',
      subject: 'A larger plan',
      message: 'Is there one for ships?',
    }),
    responses: {
      202: jsonResponse(
        messageSchema,
        { message: 'Thank you. We have your message and will answer within 24 hours.' },
        'Accepted',
      ),
    },
    requests: [sendContactMessage],
  }),
} as const;
