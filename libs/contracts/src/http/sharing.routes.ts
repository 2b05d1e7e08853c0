import { z } from 'zod';
import { messageSchema } from '../dto/auth.dto.js';
import { contactSchema, shareEmailSchema } from '../dto/sharing.dto.js';
import { getBundleMetadata, getOwnedBundle } from '../requests/bundles.requests.js';
import { getFileMetadata, getOwnedFile } from '../requests/files.requests.js';
import { renderQrCode, sendContactMessage, shareByEmail } from '../requests/sharing.requests.js';
import { createRecipientLink, getLinkSlug, revokeLink } from '../requests/links.requests.js';
import { fileParams, verificationHeaders } from './files.routes.js';
import { jsonResponse, defineRoute, jsonBody } from './route.js';
import { downloadHeaders } from './transfer.routes.js';

const validators = {
  ETag: 'Changes with the address and the format.',
  'Cache-Control': 'A cache must revalidate the image every time.',
};

/** QR codes, share mails and the contact form. */
export const sharingRoutes = {
  qrCode: defineRoute({
    id: 'qrCode',
    method: 'GET',
    path: '/api/qr-code/{id}',
    group: 'sharing',
    summary: 'Get the public link as a QR code',
    description: 'Only while the file is available. Takes the id of a bundle or of a link too.',
    access: 'anyone',
    scope: 'read',
    params: fileParams,
    query: z.object({
      format: z.enum(['png', 'svg']).default('png').catch('png').describe('`png` for any other value.'),
    }),
    headers: verificationHeaders.extend({ 'if-none-match': downloadHeaders.shape['if-none-match'] }),
    responses: {
      200: {
        description: 'The image',
        mediaTypes: ['image/png', 'image/svg+xml'],
        headers: { ...validators, 'Content-Disposition': 'File name.' },
      },
      304: { description: 'The cached image is still valid', mediaTypes: null, headers: validators },
    },
    requests: [getFileMetadata, getBundleMetadata, getLinkSlug, renderQrCode],
    errors: ['request.too-many'],
  }),
  shareByEmail: defineRoute({
    id: 'shareByEmail',
    method: 'POST',
    path: '/api/share/email/{id}',
    group: 'sharing',
    summary: 'Send the link by e-mail',
    description:
      'Of a file, or of a bundle with at least one file that can be opened. On paid plans, and while the first link is switched off, each recipient gets a link of their own.',
    access: 'owner',
    scope: 'manage',
    params: fileParams,
    body: jsonBody(shareEmailSchema, { recipientEmail: 'grace@example.org', recipientName: 'Grace Hopper' }),
    responses: {
      202: jsonResponse(
        messageSchema,
        { message: 'The link is on its way to grace@example.org' },
        'Accepted',
      ),
    },
    requests: [getOwnedFile, getOwnedBundle, createRecipientLink, shareByEmail, revokeLink],
  }),
  contact: defineRoute({
    id: 'contact',
    method: 'POST',
    path: '/api/contact',
    group: 'sharing',
    summary: 'Send a message to the operator',
    access: 'anyone',
    scope: 'public',
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
