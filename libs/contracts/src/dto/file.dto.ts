import { z } from 'zod';
import { fieldSentences as say } from '../sentences.js';

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

/**
 * What the preview job made of a file. `state`: `pending` (not tried yet), `ready`, `failed` (broken or
 * hostile file, or no converter installed), `none` (nothing to make).
 */
export const previewSchema = z.object({
  kind: previewKindSchema,
  state: z.enum(['pending', 'ready', 'failed', 'none']),
  /** A thumbnail can be fetched at /api/files/{id}/thumbnail. */
  hasThumbnail: z.boolean(),
  /** A PDF rendition of an Office file can be fetched at /api/files/{id}/preview. */
  hasRendition: z.boolean(),
  pageCount: z.number().int().nullable(),
  title: z.string().nullable(),
});
export type Preview = z.infer<typeof previewSchema>;

/** A file as the API shows it (spec §3). Nothing of the password itself is ever part of it. */
export const fileSchema = z.object({
  id: z.uuid(),
  originalName: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.number().int(),
  createdAt: z.string(),
  viewCount: z.number().int(),
  /** Account the file belongs to; null while it belongs to an anonymous browser. */
  userId: z.uuid().nullable(),
  /** `Time` null: never expires. */
  deleteAt: z.object({ Time: z.string().nullable(), Valid: z.boolean() }),
  password: z.object({ Valid: z.boolean() }),
  /** Whether the caller may configure, share and delete it. */
  isOwner: z.boolean(),
  preview: previewSchema,
});
export type FileView = z.infer<typeof fileSchema>;

/** GET /api/files/{id}/metadata, for link previews. A protected file tells neither name nor size. */
export const fileMetadataSchema = z.object({
  id: z.uuid(),
  originalName: z.string().nullable(),
  size: z.number().int().nullable(),
  mimeType: z.string(),
  createdAt: z.string(),
  deleteAt: z.string().nullable(),
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
  deleteAt: z.iso
    .datetime({ offset: true, error: 'Please choose a valid expiry date' })
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
