import { z } from 'zod';
import { sanitizeLine, sanitizeLines } from '../sanitize-line.js';
import { fieldMessages } from '../ui-messages.js';
import { chosenInstantSchema, instantSchema } from './instant.dto.js';
import { slugSchema } from './link.dto.js';

/** Number of files that a file request takes where its owner sets none. */
export const DEFAULT_REQUEST_FILES = 100;
const MAX_REQUEST_FILES = 10_000;
/** Maximum number of file requests of one owner at the same time. */
export const MAX_REQUESTS = 200;
const MAX_TITLE_LENGTH = 200;
const MAX_MESSAGE_LENGTH = 5000;

const titleSchema = z
  .string({ error: fieldMessages.requestTitleRequired })
  .max(MAX_TITLE_LENGTH, `Title must be at most ${MAX_TITLE_LENGTH} characters long`)
  .overwrite(sanitizeLine)
  .min(1, fieldMessages.requestTitleRequired);

const settingsShape = {
  message: z
    .string({ error: 'Please enter a message' })
    .overwrite(sanitizeLines)
    .max(MAX_MESSAGE_LENGTH, `Message must be at most ${MAX_MESSAGE_LENGTH} characters long`)
    .nullable()
    .optional()
    .describe('Shown to everyone who has the link. Several lines are allowed.'),
  slug: slugSchema.optional().describe('3 to 64 of a-z, 0-9 and -. Without one: 12 random characters.'),
  deleteAt: chosenInstantSchema(fieldMessages.expiryInvalid)
    .nullable()
    .optional()
    .describe(
      'A time with its UTC offset, or a date, which means midnight UTC. Null: open until it is closed.',
    ),
  maxFiles: z
    .number({ error: fieldMessages.requestFilesInvalid })
    .int(fieldMessages.requestFilesInvalid)
    .min(1, fieldMessages.requestFilesInvalid)
    .max(MAX_REQUEST_FILES, fieldMessages.requestFilesInvalid)
    .nullable()
    .optional()
    .describe(`Files that it takes in all. Null: ${DEFAULT_REQUEST_FILES}.`),
  maxFileSize: z
    .number({ error: fieldMessages.requestFileSizeInvalid })
    .int(fieldMessages.requestFileSizeInvalid)
    .min(1, fieldMessages.requestFileSizeInvalid)
    .max(Number.MAX_SAFE_INTEGER, fieldMessages.requestFileSizeInvalid)
    .nullable()
    .optional()
    .describe('In bytes. Null, or more than the plan of the owner allows: the limit of the plan.'),
  password: z
    .string({ error: fieldMessages.passwordRequired })
    .max(200, fieldMessages.passwordTooLong)
    .nullable()
    .optional()
    .describe('Empty or null: none.'),
};

/** POST /api/requests. */
export const newFileRequestSchema = z.object({ title: titleSchema, ...settingsShape });
export type NewFileRequest = z.infer<typeof newFileRequestSchema>;

/** PUT /api/requests/{id}. An omitted field stays unchanged. */
export const fileRequestSettingsSchema = z.object({
  title: titleSchema.optional(),
  ...settingsShape,
  isActive: z.boolean().optional().describe('False closes the request, and ends the uploads in progress.'),
});
export type FileRequestSettings = z.infer<typeof fileRequestSettingsSchema>;

const fileRequestStateSchema = z.enum(['open', 'closed', 'full', 'expired']);
export type FileRequestState = z.infer<typeof fileRequestStateSchema>;

/** A file request as its owner sees it. */
export const fileRequestSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  url: z.string(),
  title: z.string(),
  message: z.string().nullable(),
  deleteAt: instantSchema.nullable(),
  maxFiles: z.number().int(),
  maxFileSize: z.number().int().nullable().describe('Null: the limit of the plan.'),
  isPasswordProtected: z.boolean(),
  isActive: z.boolean(),
  state: fileRequestStateSchema,
  filesReceived: z.number().int().describe('Files that arrived, deleted ones included.'),
  createdAt: instantSchema,
});
export type FileRequestView = z.infer<typeof fileRequestSchema>;

/** GET /api/requests/{slug}. */
export const publicFileRequestSchema = z.object({
  slug: z.string(),
  title: z.string(),
  message: z.string().nullable(),
  askedBy: z.string().nullable().describe('Name of the person who asks; null while unknown.'),
  deleteAt: instantSchema.nullable(),
  maxFiles: z.number().int(),
  filesLeft: z.number().int().describe('Files that it still takes.'),
  maxFileSize: z.number().int().describe('In bytes.'),
  isPasswordProtected: z.boolean(),
});
export type PublicFileRequest = z.infer<typeof publicFileRequestSchema>;

/** POST /api/requests/{slug}/open. */
export const openFileRequestSchema = z.object({
  password: z
    .string({ error: fieldMessages.passwordRequired })
    .max(200, fieldMessages.passwordTooLong)
    .optional(),
});
export const openedFileRequestSchema = z.object({
  token: z.string().describe('To be sent as `X-Verification-Token` when an upload is created.'),
});
