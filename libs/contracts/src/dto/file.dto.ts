import { z } from 'zod';
import { fieldMessages } from '../ui-messages.js';
import { chosenInstantSchema, instantSchema } from './instant.dto.js';

/**
 * Maximum length of a document name, in UTF-16 code units. Longer names of uploads are shortened before their
 * extension.
 */
export const MAX_NAME_LENGTH = 255;

/**
 * Kind of preview in the browser: the PDF itself, the PDF rendition of an Office file, the picture or its rendition, a
 * player, the first mebibyte of a text, the entries of an archive, or none.
 */
export const previewKindSchema = z.enum([
  'pdf',
  'office',
  'image',
  'video',
  'audio',
  'text',
  'archive',
  'none',
]);
export type PreviewKind = z.infer<typeof previewKindSchema>;

/** Result of the preview job of a file. */
export const previewSchema = z.object({
  kind: previewKindSchema,
  state: z
    .enum(['pending', 'ready', 'failed', 'none'])
    .describe(
      '`pending`: not generated yet. `failed`: the file is broken or hostile, or no converter is installed. `none`: this type has no preview.',
    ),
  hasThumbnail: z.boolean().describe('Whether a thumbnail can be downloaded.'),
  hasRendition: z
    .boolean()
    .describe(
      'Whether `GET /api/files/{id}/preview` responds with a rendition: a PDF of an Office file, a WebP of a picture that browsers do not display, the text, or the entries of an archive.',
    ),
  isEncrypted: z
    .boolean()
    .describe(
      'Whether the document, or the list of entries of the archive, has a password of its own. `POST /api/files/{id}/preview/unlock` shows an Office file with it.',
    ),
  pageCount: z.number().int().nullable(),
  title: z.string().nullable(),
});

/** POST /api/files/{id}/preview/unlock: conversion of an Office file that has a password of its own. */
export const unlockedPreviewSchema = z.object({
  id: z.uuid().describe('Value of `unlocked` in `GET /api/files/{id}/preview`. Valid for two hours.'),
  state: z
    .enum(['pending', 'ready', 'incorrect', 'failed'])
    .describe(
      '`pending`: not converted yet. `incorrect`: the password does not open the document. `failed`: the document cannot be converted.',
    ),
});
export type UnlockedPreviewView = z.infer<typeof unlockedPreviewSchema>;

/** Rendition of an archive. */
export const archiveEntriesSchema = z.object({
  entries: z.array(z.object({ path: z.string(), size: z.number() })).max(10_000),
});

export type Preview = z.infer<typeof previewSchema>;

/**
 * `none`: no scanner was set up when the file was uploaded. `pending`: only the owner can open it yet. `skipped`: the
 * scanner was unavailable, and the file can be opened until its scan.
 */
export const scanStateSchema = z.enum(['none', 'pending', 'skipped', 'clean', 'infected']);
export type ScanState = z.infer<typeof scanStateSchema>;

/** Why and when an administrator took the file down. */
export const takedownSchema = z.object({ at: instantSchema, reason: z.string() });

/** Expiry of a file (spec §3). */
export const expirySchema = z.object({
  Time: instantSchema.nullable().describe('Null: never expires.'),
  Valid: z.boolean().describe('Whether the file expires.'),
});

/** Origin of a file that was sent to a file request. */
const receivedSchema = z.object({
  requestId: z.uuid(),
  title: z.string().describe('Title of the request when the file arrived.'),
  senderName: z.string().nullable(),
  senderEmail: z.string().nullable(),
  path: z.string().optional().describe('Relative path of a file that was sent with its folder.'),
});
export type Received = z.infer<typeof receivedSchema>;

/** Representation of a file in the API (spec §3). Never contains the password or its hash. */
export const fileSchema = z.object({
  id: z.uuid(),
  originalName: z.string(),
  mimeType: z.string(),
  size: z.number().int().describe('Bytes.'),
  createdAt: instantSchema,
  viewCount: z.number().int(),
  userId: z.uuid().nullable().describe('Account that owns the file; null if an anonymous browser owns it.'),
  deleteAt: expirySchema,
  password: z.object({ Valid: z.boolean() }),
  isOwner: z.boolean().describe('Whether the caller may configure, share and delete it.'),
  preview: previewSchema,
  takenDown: takedownSchema
    .nullable()
    .describe('Set in the list of the owner only: nobody can open a file that was taken down.'),
  scanState: scanStateSchema.describe(
    '`none`: no virus scan. `pending`: only the owner can open it yet. `skipped`: to be scanned later. `infected`: nobody can open it.',
  ),
  isFirstLinkActive: z
    .boolean()
    .optional()
    .describe('For the owner only: whether the address with this id opens it for others.'),
  received: receivedSchema.optional().describe('For the owner only: set for a file of a file request.'),
  contentMissingSince: instantSchema
    .optional()
    .describe(
      'For the owner only: the server has lost the bytes, and a download found that out at this time.',
    ),
});
export type FileView = z.infer<typeof fileSchema>;

/** GET /api/files/{id}/metadata, for link previews. Name and size of a protected file are null. */
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

/**
 * PUT /api/files/{id}/settings. An omitted field stays unchanged. An empty or null `password` removes the password.
 */
export const fileSettingsSchema = z.object({
  originalName: z
    .string({ error: fieldMessages.documentNameRequired })
    .trim()
    .min(1, fieldMessages.documentNameRequired)
    .max(MAX_NAME_LENGTH, `Document name must be at most ${MAX_NAME_LENGTH} characters long`)
    .optional(),
  deleteAt: chosenInstantSchema('Please choose a valid expiry date')
    .describe('A time with its UTC offset, or a date, which means midnight UTC. Null: never expires.')
    .nullable()
    .optional(),
  password: z
    .string({ error: fieldMessages.passwordRequired })
    .max(200, fieldMessages.passwordTooLong)
    .nullable()
    .optional(),
});
export type FileSettings = z.infer<typeof fileSettingsSchema>;

/** POST /api/files/{id}/verify-password. */
export const verifyPasswordSchema = z.object({
  password: z
    .string({ error: fieldMessages.passwordRequired })
    .min(1, fieldMessages.passwordRequired)
    .max(200, fieldMessages.passwordTooLong),
});

export const passwordVerificationSchema = z.object({ verified: z.literal(true), token: z.string() });
export const protectionSchema = z.object({ isPasswordProtected: z.boolean() });

/** POST /api/upload (contract). `id` is the id of the first file. */
export const uploadedSchema = z.object({
  id: z.uuid(),
  files: z.array(
    z.object({ id: z.uuid(), originalName: z.string(), size: z.number().int(), mimeType: z.string() }),
  ),
});
export type Uploaded = z.infer<typeof uploadedSchema>;
