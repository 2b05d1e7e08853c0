import { z } from 'zod';
import { fieldMessages as say } from '../ui-messages.js';
import { instantSchema } from './instant.dto.js';

/** Longest document name, in UTF-16 code units; longer upload names are cut, keeping their ending. */
export const MAX_NAME_LENGTH = 255;

/** A standard 8-4-4-4-12 hexadecimal identifier, any case (spec §2); lower case afterwards. */
export const fileIdSchema = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i)
  .transform((id) => id.toLowerCase());

/** How a file is shown in the browser: as itself, by its PDF rendition, as a picture, or not at all. */
export const previewKindSchema = z.enum(['pdf', 'office', 'image', 'none']);
export type PreviewKind = z.infer<typeof previewKindSchema>;

/** What the preview job made of a file. */
export const previewSchema = z.object({
  kind: previewKindSchema,
  state: z
    .enum(['pending', 'ready', 'failed', 'none'])
    .describe(
      '`pending`: not tried yet; `failed`: broken or hostile file, or no converter installed; `none`: nothing to make.',
    ),
  hasThumbnail: z.boolean().describe('A thumbnail can be fetched.'),
  hasRendition: z.boolean().describe('A PDF rendition of an Office file can be fetched.'),
  pageCount: z.number().int().nullable(),
  title: z.string().nullable(),
});
export type Preview = z.infer<typeof previewSchema>;

/** Until when a file is there (spec §3). */
export const expirySchema = z.object({
  Time: instantSchema.nullable().describe('Null: never expires.'),
  Valid: z.boolean().describe('Whether it ever expires.'),
});

/** A file as the API shows it (spec §3). Nothing of the password itself is ever part of it. */
export const fileSchema = z.object({
  id: z.uuid(),
  originalName: z.string(),
  mimeType: z.string(),
  size: z.number().int().describe('Bytes.'),
  createdAt: instantSchema,
  viewCount: z.number().int(),
  userId: z
    .uuid()
    .nullable()
    .describe('Account the file belongs to; null while it belongs to an anonymous browser.'),
  deleteAt: expirySchema,
  password: z.object({ Valid: z.boolean() }),
  isOwner: z.boolean().describe('Whether the caller may configure, share and delete it.'),
  preview: previewSchema,
});
export type FileView = z.infer<typeof fileSchema>;

/** GET /api/files/{id}/metadata, for link previews. A protected file tells neither name nor size. */
export const fileMetadataSchema = z.object({
  id: z.uuid(),
  originalName: z.string().nullable(),
  size: z.number().int().nullable(),
  mimeType: z.string(),
  createdAt: instantSchema,
  deleteAt: instantSchema.nullable(),
  isPasswordProtected: z.boolean(),
  preview: previewKindSchema,
});
export type FileMetadata = z.infer<typeof fileMetadataSchema>;

/** PUT /api/files/{id}/settings. A field left out is left alone; `password` "" or null removes it. */
export const fileSettingsSchema = z.object({
  originalName: z
    .string({ error: say.documentNameRequired })
    .trim()
    .min(1, say.documentNameRequired)
    .max(MAX_NAME_LENGTH, `Document name must be at most ${MAX_NAME_LENGTH} characters long`)
    .optional(),
  deleteAt: z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], { error: 'Please choose a valid expiry date' })
    .describe('A moment with its offset, or a day, which begins at midnight UTC. Null: never expires.')
    .nullable()
    .optional(),
  password: z.string({ error: say.passwordRequired }).max(200, say.passwordTooLong).nullable().optional(),
});
export type FileSettings = z.infer<typeof fileSettingsSchema>;

/** POST /api/files/{id}/verify-password. */
export const verifyPasswordSchema = z.object({
  password: z
    .string({ error: say.passwordRequired })
    .min(1, say.passwordRequired)
    .max(200, say.passwordTooLong),
});

export const passwordVerificationSchema = z.object({ verified: z.literal(true), token: z.string() });
export const protectionSchema = z.object({ isPasswordProtected: z.boolean() });

/** POST /api/upload (contract): `id` is the first file's. */
export const uploadedSchema = z.object({
  id: z.uuid(),
  files: z.array(
    z.object({ id: z.uuid(), originalName: z.string(), size: z.number().int(), mimeType: z.string() }),
  ),
});
export type Uploaded = z.infer<typeof uploadedSchema>;
