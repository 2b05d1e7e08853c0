import { z } from 'zod';
import { storablePath } from '../storable-text.js';
import { fieldMessages } from '../ui-messages.js';
import { fileSettingsSchema, MAX_NAME_LENGTH, previewKindSchema } from './file.dto.js';
import { idSchema } from './id.dto.js';
import { instantSchema } from './instant.dto.js';

/** Maximum number of files in a bundle. */
export const MAX_BUNDLE_FILES = 10_000;

/** Maximum number of bundles of one owner at the same time. */
export const MAX_BUNDLES = 1_000;

/** Name of a bundle that was created without a name. */
export const DEFAULT_BUNDLE_NAME = 'Files';

const bundleNameSchema = z
  .string({ error: fieldMessages.bundleNameRequired })
  .trim()
  .min(1, fieldMessages.bundleNameRequired)
  .max(MAX_NAME_LENGTH, `Bundle name must be at most ${MAX_NAME_LENGTH} characters long`);

const tooManyFiles = `A bundle can have at most ${MAX_BUNDLE_FILES} files`;

/** POST /api/bundles. The files are the caller's own, in the order of the bundle. */
export const newBundleSchema = z.object({
  name: bundleNameSchema.optional(),
  fileIds: z
    .array(idSchema, { error: 'Please give a list of file ids' })
    .max(MAX_BUNDLE_FILES, tooManyFiles)
    .optional(),
});
export type NewBundle = z.infer<typeof newBundleSchema>;

/** PUT /api/bundles/{id}. An omitted field stays unchanged. `files` replaces the list. */
export const bundleSettingsSchema = z.object({
  name: bundleNameSchema.optional(),
  deleteAt: fileSettingsSchema.shape.deleteAt,
  password: fileSettingsSchema.shape.password,
  files: z
    .array(
      z.object({
        id: idSchema,
        path: z
          .string({ error: 'Please give a path' })
          .overwrite(storablePath)
          .describe('Relative path in the bundle. Cleaned, never refused.')
          .optional(),
      }),
      { error: 'Please give a list of files' },
    )
    .max(MAX_BUNDLE_FILES, tooManyFiles)
    .optional(),
});
export type BundleSettings = z.infer<typeof bundleSettingsSchema>;

/** A file as part of a bundle. */
const bundledFileSchema = z.object({
  id: z.uuid(),
  originalName: z.string(),
  path: z.string().describe('Relative path in the bundle, with `/` between its parts.'),
  size: z.number().int().describe('Bytes.'),
  mimeType: z.string(),
  preview: previewKindSchema,
  hasThumbnail: z.boolean().describe('Whether a thumbnail can be downloaded.'),
});
export type BundledFile = z.infer<typeof bundledFileSchema>;

/** Representation of a bundle in the API. Never contains the password or its hash. */
export const bundleSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  files: z.array(bundledFileSchema).describe('In the order of the bundle, without expired files.'),
  size: z.number().int().describe('Bytes of all files.'),
  createdAt: instantSchema,
  deleteAt: instantSchema.nullable().describe('Null: never expires. Its files have an expiry of their own.'),
  isPasswordProtected: z.boolean(),
  viewCount: z.number().int(),
  isOwner: z.boolean().describe('Whether the caller may change, share and delete it.'),
  isFirstLinkActive: z
    .boolean()
    .optional()
    .describe('For the owner only: whether the address with this id opens it for others.'),
});
export type BundleView = z.infer<typeof bundleSchema>;

/** A bundle in link previews. Name and number of files of a protected bundle are null. */
export const bundleMetadataSchema = z.object({
  id: z.uuid(),
  name: z.string().nullable(),
  fileCount: z.number().int().nullable(),
  isPasswordProtected: z.boolean(),
});
export type BundleMetadata = z.infer<typeof bundleMetadataSchema>;
