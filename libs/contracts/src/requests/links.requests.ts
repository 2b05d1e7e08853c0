import { z } from 'zod';
import {
  linkChangesSchema,
  linkReferenceSchema,
  linkSchema,
  linkSettingsSchema,
  openedLinkSchema,
  openLinkSchema,
  publicLinkSchema,
} from '../dto/link.dto.js';
import { defineRequest } from '../message.js';
import { callerSchema, emptySchema } from './caller.js';
import { newPasswordErrors, visitorPasswordErrors } from './password-errors.js';
import { recordVisit } from './visits.requests.js';

/** The gateway adds the URL: only it knows the public address. */
const storedLinkSchema = linkSchema.omit({ url: true }).extend({
  /** Kind of the target if this is its first link. Null: another link. */
  firstOf: z.enum(['file', 'bundle']).nullable(),
});
const ownerOnlyErrors = [
  'files.not-found',
  'files.expired',
  'bundles.not-found',
  'bundles.expired',
  'files.login-required',
  'files.forbidden',
] as const;
/** Nobody can open the file, not even its owner. */
const unusableErrors = ['files.taken-down', 'files.infected'] as const;
const settingsErrors = [
  'files.expiry-in-past',
  ...newPasswordErrors,
  'links.email-not-in-plan',
  'links.slug-not-in-plan',
  'links.slug-taken',
] as const;
/** The link or its target does not exist, or has ended. */
const endedErrors = [
  'links.not-found',
  'links.revoked',
  'links.expired',
  'links.used-up',
  'files.not-found',
  'files.expired',
  'bundles.not-found',
  'bundles.expired',
] as const;

/** Creates a link. For the owner of the target only. */
export const createLink = defineRequest(
  'files.links.create',
  z.object({ target: linkReferenceSchema, caller: callerSchema, settings: linkSettingsSchema }),
  storedLinkSchema,
  [...ownerOnlyErrors, ...unusableErrors, ...settingsErrors, 'links.limit-reached'],
);

/** Lists the links of a target: the first link, then the others, newest first. For its owner only. */
export const listLinks = defineRequest(
  'files.links.list',
  z.object({ target: linkReferenceSchema, caller: callerSchema, cursor: z.string().max(200).nullable() }),
  z.object({ links: z.array(storedLinkSchema), nextCursor: z.string().nullable() }),
  [...ownerOnlyErrors, ...unusableErrors],
);

/** Finds a link of the caller by its slug, with the file or bundle that it opens. Null: the caller has no such link. */
export const findLink = defineRequest(
  'files.links.find',
  z.object({ slug: z.string(), caller: callerSchema }),
  z.object({ link: storedLinkSchema.extend({ target: linkReferenceSchema }).nullable() }),
);

/**
 * Changes a link. The id of a file or bundle names its first link, where only `name`, `notify` and `isActive` can
 * change.
 */
export const changeLink = defineRequest(
  'files.links.change',
  z.object({ linkId: z.guid(), caller: callerSchema, settings: linkChangesSchema }),
  storedLinkSchema,
  ['links.not-found', ...ownerOnlyErrors, ...unusableErrors, ...settingsErrors, 'links.first-link'],
);

/** Revokes a link and its tokens. */
export const revokeLink = defineRequest(
  'files.links.revoke',
  z.object({ linkId: z.guid(), caller: callerSchema }),
  emptySchema,
  ['links.not-found', ...ownerOnlyErrors, 'links.first-link'],
);

/**
 * Returns the gates of a link. Includes its target if there is no gate, or `token` proves that the gates were passed.
 */
export const getLink = defineRequest(
  'files.links.get',
  z.object({ slug: z.string(), token: z.string().nullable() }),
  publicLinkSchema,
  endedErrors,
);

/**
 * Creates a link for the recipient of a share mail. `slug` is null if the mail contains the address of the target
 * itself. This is so while the first link is active and the plan is free or the limit of links is reached.
 */
export const createRecipientLink = defineRequest(
  'files.links.create-for-recipient',
  z.object({ target: linkReferenceSchema, caller: callerSchema, recipientName: z.string() }),
  z.object({
    slug: z.string().nullable(),
    /** Null without a link. Omitted by the previous version. */
    linkId: z.guid().nullable().optional(),
  }),
  [
    ...ownerOnlyErrors,
    ...unusableErrors,
    'auth.required',
    'sharing.empty-bundle',
    'links.limit-reached',
    'request.too-many',
  ],
);

/** Returns the slug of a link that can be opened, for its QR code. */
export const getLinkSlug = defineRequest(
  'files.links.get-slug',
  z.object({ linkId: z.guid() }),
  z.object({ slug: z.string() }),
  endedErrors,
);

/**
 * Passes the gates of a link. Each opening issues one token and begins one visit. `opened` is null if a code was mailed
 * instead. `challenge` identifies this code in the next call.
 */
export const openLink = defineRequest(
  'files.links.open',
  z.object({
    slug: z.string(),
    caller: callerSchema,
    form: openLinkSchema,
    /** Facts of the visit that the opening begins. `key`: see `recordVisit`. */
    visit: recordVisit.input.omit({ fileId: true, address: true }).extend({ id: z.uuid() }),
    /** A bundle with more files is not opened, and no gate is tried. The answer is `isTooLarge`. */
    maxFiles: z.int().optional(),
  }),
  z.object({
    opened: openedLinkSchema.nullable(),
    challenge: z.guid().nullable().default(null),
    isTooLarge: z.literal(true).optional(),
  }),
  [
    ...endedErrors,
    'request.invalid',
    'files.password-required',
    ...visitorPasswordErrors,
    'links.email-not-allowed',
    'links.incorrect-code',
    'links.too-many-codes',
    'links.too-many-wrong-codes',
    'links.mail-link-used',
  ],
);

/**
 * Counts a download through a link, before its first byte is sent. `isResume`: the requested range begins after the
 * first byte. Such a request belongs to a download that the same opening began in the last 30 minutes, if any.
 */
export const countLinkDownload = defineRequest(
  'files.links.count-download',
  z.object({ linkId: z.uuid(), session: z.uuid(), targetId: z.guid(), isResume: z.boolean() }),
  emptySchema,
  ['links.not-found', 'links.revoked', 'links.expired', 'links.used-up'],
);
