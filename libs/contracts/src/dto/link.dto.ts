import { z } from 'zod';
import { emailKey } from '../email-address.js';
import { ID_PATTERN } from '../id.js';
import { sanitizeLine } from '../sanitize-line.js';
import { fieldMessages } from '../ui-messages.js';
import { comparedEmailSchema } from './auth.dto.js';
import { bundleSchema } from './bundle.dto.js';
import { fileSchema } from './file.dto.js';
import { idSchema } from './id.dto.js';
import { chosenInstantSchema, instantSchema } from './instant.dto.js';

const MAX_ALLOWED_EMAILS = 1000;
const MAX_DOWNLOAD_LIMIT = 1_000_000;

const anySlugSchema = z
  .string({ error: fieldMessages.slugInvalid })
  .regex(/^[a-z0-9-]{3,64}$/, fieldMessages.slugInvalid);

/** Last part of `/l/{slug}`. A UUID is refused: the id of a file or bundle names its first link. */
export const slugSchema = anySlugSchema.refine((slug) => !ID_PATTERN.test(slug), fieldMessages.slugInvalid);

/** An e-mail address, or `@domain` for all addresses of that domain. Compared case-insensitively. */
const allowedEmailSchema = z
  .string({ error: fieldMessages.allowedEmailInvalid })
  .trim()
  .refine(
    (entry) => comparedEmailSchema.safeParse(entry.startsWith('@') ? `any${entry}` : entry).success,
    fieldMessages.allowedEmailInvalid,
  )
  .overwrite(emailKey);

/**
 * Password, e-mail gate, limits and name of a link. An omitted field stays unchanged; in a new link it has its default.
 */
export const linkSettingsSchema = z.object({
  name: z
    .string()
    .overwrite(sanitizeLine)
    .max(100, 'Name must be at most 100 characters long')
    .nullable()
    .optional()
    .describe('For the owner only.'),
  slug: slugSchema.optional().describe('3 to 64 of a-z, 0-9 and -. Without one: 12 random characters.'),
  deleteAt: chosenInstantSchema(fieldMessages.expiryInvalid)
    .nullable()
    .optional()
    .describe(
      'A time with its UTC offset, or a date, which means midnight UTC. Null: with the file or bundle.',
    ),
  password: z
    .string({ error: fieldMessages.passwordRequired })
    .max(200, fieldMessages.passwordTooLong)
    .nullable()
    .optional()
    .describe('Empty or null: none.'),
  downloadLimit: z
    .number({ error: fieldMessages.downloadLimitInvalid })
    .int(fieldMessages.downloadLimitInvalid)
    .min(1, fieldMessages.downloadLimitInvalid)
    .max(MAX_DOWNLOAD_LIMIT, fieldMessages.downloadLimitInvalid)
    .nullable()
    .optional(),
  allowDownload: z.boolean().optional().describe('False: renditions and thumbnails only.'),
  requireEmail: z.boolean().optional(),
  verifyEmail: z.boolean().optional().describe('Mails a code of six digits. Implies `requireEmail`.'),
  allowedEmails: z
    .array(allowedEmailSchema)
    .max(MAX_ALLOWED_EMAILS, `Please list at most ${MAX_ALLOWED_EMAILS} addresses`)
    .optional()
    .describe('Addresses, or `@domain` for one domain. A list that is not empty implies `requireEmail`.'),
  notify: z.boolean().optional().describe('Whether the owner is notified of what happens with this link.'),
  isActive: z.boolean().optional(),
});
export type LinkSettings = z.infer<typeof linkSettingsSchema>;

/** Changes of a link. Files decides whether a UUID is the current slug of a first link, and refuses any other. */
export const linkChangesSchema = linkSettingsSchema.extend({
  slug: anySlugSchema
    .optional()
    .describe('3 to 64 of a-z, 0-9 and -. A UUID only as the slug of a first link.'),
});

/** A link as its owner sees it. */
export const linkSchema = z.object({
  id: z.uuid(),
  slug: z.string(),
  url: z.string(),
  name: z.string().nullable(),
  deleteAt: instantSchema.nullable(),
  isPasswordProtected: z.boolean(),
  downloadLimit: z.number().int().nullable(),
  downloads: z.number().int(),
  allowDownload: z.boolean(),
  requireEmail: z.boolean(),
  verifyEmail: z.boolean(),
  allowedEmails: z.array(z.string()),
  notify: z.boolean(),
  isActive: z.boolean(),
  createdAt: instantSchema,
  viewCount: z.number().int(),
  isFirst: z
    .boolean()
    .describe('The address of the file or bundle itself. It can be renamed and switched off only.'),
});
export type LinkView = z.infer<typeof linkSchema>;

/** Kind and id of the file or bundle that a link opens. */
export const linkReferenceSchema = z.object({ kind: z.enum(['file', 'bundle']), id: z.guid() });

/** A link that its owner looked up by its slug. */
export const foundLinkSchema = linkSchema.extend({ target: linkReferenceSchema });
export type FoundLink = z.infer<typeof foundLinkSchema>;

/** Gates of a link that the visitor has not passed yet. */
const linkNeedsSchema = z.object({
  password: z.boolean(),
  email: z.boolean(),
  code: z.boolean(),
});
export type LinkNeeds = z.infer<typeof linkNeedsSchema>;

/** The file or bundle that a link opens. */
const linkTargetSchema = z.discriminatedUnion('kind', [
  fileSchema.extend({ kind: z.literal('file') }),
  bundleSchema.extend({ kind: z.literal('bundle') }),
]);
export type LinkTarget = z.infer<typeof linkTargetSchema>;

/** GET /api/links/{slug}. */
export const publicLinkSchema = z.object({
  needs: linkNeedsSchema,
  target: linkTargetSchema.nullable().describe('Null while a gate is not passed.'),
  allowDownload: z.boolean(),
  isOpened: z
    .boolean()
    .optional()
    .describe(
      'Whether the token of the request is valid. Without it a link without gates has to be opened anew.',
    ),
});
export type PublicLink = z.infer<typeof publicLinkSchema>;

/** POST /api/links/{slug}/open. */
export const openLinkSchema = z.object({
  password: z
    .string({ error: fieldMessages.passwordRequired })
    .max(200, fieldMessages.passwordTooLong)
    .optional(),
  email: comparedEmailSchema.optional(),
  code: z
    .string({ error: fieldMessages.codeInvalid })
    .trim()
    .regex(/^\d{6}$/, fieldMessages.codeInvalid)
    .optional(),
  challenge: z
    .guid()
    .optional()
    .describe(
      '`X-Link-Challenge` of the answer 202, with `code`. Then wrong codes of other clients cannot end this code.',
    ),
  mailToken: z
    .string()
    .max(200)
    .optional()
    .describe('From `#mail=` of the link in the mail. Instead of `email` and `code`.'),
  visit: idSchema
    .optional()
    .catch(undefined)
    .describe(
      'Id of the visit that the page appends to byte addresses. It decides for all requests with the token. An opening without it, or with the id of another visit in progress, gets a new id, which the answer names.',
    ),
  via: z.guid().optional().catch(undefined).describe('Id of the share mail that contained the link.'),
  from: z.string().max(2000).optional().catch(undefined).describe('Address of the referring page.'),
});
export type OpenLink = z.infer<typeof openLinkSchema>;

export const openedLinkSchema = z.object({
  token: z.string(),
  target: linkTargetSchema,
  allowDownload: z.boolean(),
  visit: z
    .guid()
    .optional()
    .describe(
      'Id of the visit that the opening began. Requests with the token belong to it, whatever their `visit`, and reports of reading have to name it.',
    ),
});
export const codeSentSchema = z.object({ needs: z.object({ code: z.literal(true) }) });
