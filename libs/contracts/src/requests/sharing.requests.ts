import { z } from 'zod';
import { messageSchema } from '../dto/auth.dto.js';
import { contactSchema, shareEmailSchema } from '../dto/sharing.dto.js';
import { defineRequest } from '../message.js';
import { callerSchema } from './caller.js';

/** Omitted in messages of version 0.1, which are all about files. */
const kindSchema = z.enum(['file', 'bundle']).optional();

/**
 * Renders an address as a QR code: of a file or bundle, or of the link with this slug. The gateway has checked before
 * that it is available.
 */
export const renderQrCode = defineRequest(
  'sharing.qr-code.render',
  z.object({
    /** Id of the file or bundle, or of the link with `slug`. */
    fileId: z.uuid(),
    kind: kindSchema,
    slug: z.string().optional(),
    format: z.enum(['png', 'svg']),
  }),
  z.object({ contentType: z.string(), base64: z.string() }),
  ['sharing.qr-failed'],
);

/** Accepts a share mail for sending. The gateway has checked before that the caller owns the file or bundle. */
export const shareByEmail = defineRequest(
  'sharing.links.send',
  z.object({
    caller: callerSchema,
    senderName: z.string().nullable(),
    file: z.object({
      id: z.uuid(),
      kind: kindSchema,
      originalName: z.string(),
      size: z.number().int(),
      /** Number of files of a bundle. */
      fileCount: z.number().int().optional(),
      deleteAt: z.string().nullable(),
      isPasswordProtected: z.boolean(),
    }),
    /** Slug of a link that was made for the recipient. Omitted: the mail contains the address of the file or bundle. */
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
