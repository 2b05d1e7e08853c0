import { z } from 'zod';
import { messageSchema } from '../dto/auth.dto.js';
import { contactSchema, shareEmailSchema } from '../dto/sharing.dto.js';
import { defineRequest } from '../message.js';
import { callerSchema } from './caller.js';

/**
 * Renders the address of a file, or of the link with this slug, as a QR code. The gateway has checked before that it is
 * available.
 */
export const renderQrCode = defineRequest(
  'sharing.qr-code.render',
  z.object({ fileId: z.uuid(), slug: z.string().optional(), format: z.enum(['png', 'svg']) }),
  z.object({ contentType: z.string(), base64: z.string() }),
  ['sharing.qr-failed'],
);

/** Accepts a share mail for sending. The gateway has checked before that the caller owns the file. */
export const shareByEmail = defineRequest(
  'sharing.links.send',
  z.object({
    caller: callerSchema,
    senderName: z.string().nullable(),
    file: z.object({
      id: z.uuid(),
      originalName: z.string(),
      size: z.number().int(),
      deleteAt: z.string().nullable(),
      isPasswordProtected: z.boolean(),
    }),
    /** Link that was made for the recipient. Without: the address of the file. */
    slug: z.string().optional(),
    form: shareEmailSchema,
  }),
  messageSchema,
  ['sharing.too-many-mails'],
);

export const sendContactMessage = defineRequest(
  'sharing.contact.send',
  z.object({ form: contactSchema, address: z.string() }),
  messageSchema,
  ['sharing.too-many-mails'],
);
