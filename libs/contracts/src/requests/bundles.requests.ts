import { z } from 'zod';
import {
  bundleMetadataSchema,
  bundleSchema,
  bundleSettingsSchema,
  newBundleSchema,
} from '../dto/bundle.dto.js';
import { passwordVerificationSchema } from '../dto/file.dto.js';
import { defineRequest } from '../message.js';
import { visitOriginShape } from '../visit-origin.js';
import { callerSchema, emptySchema } from './caller.js';
import { newPasswordErrors, visitorPasswordErrors } from './password-errors.js';
import { objectTicketSchema } from './files.requests.js';

/** Bundle id in a URL. An unknown id is not found rather than malformed. */
const bundleIdInUrl = z.guid();
const bundleRef = z.object({ bundleId: bundleIdInUrl, caller: callerSchema });
/** A call that opens a bundle. `token`: token of the bundle or of one of its links. The owner needs none. */
const bundleVisit = bundleRef.extend({ token: z.string().nullable() });
/** Like `bundleVisit`. Caller and token may be omitted, unless the first link of the bundle is switched off. */
const optionalBundleVisit = bundleVisit.partial({ caller: true, token: true });
/** The bundle does not exist, was deleted or has expired. */
const unavailableErrors = ['bundles.not-found', 'bundles.expired'] as const;
/** The token belongs to a link that has ended. */
const linkErrors = ['links.revoked', 'links.expired', 'links.used-up'] as const;
/**
 * The link whose token opened the bundle. `linkSession`: its opening; `linkVisit`: the visit of this opening;
 * `canOnlyResume`: the link is used up, and the opening can only resume the download that it began.
 */
const linkOriginShape = {
  linkId: visitOriginShape.linkId,
  linkSession: z.uuid().optional(),
  linkVisit: z.uuid().optional(),
  canOnlyResume: z.boolean().optional(),
  email: visitOriginShape.email,
};
/** The caller is not the owner of the bundle. */
const ownerOnlyErrors = [...unavailableErrors, 'files.login-required', 'files.forbidden'] as const;
/** A file cannot be put into the bundle. */
const unusableFileErrors = [
  'files.not-found',
  'files.expired',
  'files.login-required',
  'files.forbidden',
  'bundles.file-taken',
] as const;

/** Creates a bundle of files of the caller. */
export const createBundle = defineRequest(
  'files.bundles.create',
  z.object({ caller: callerSchema, form: newBundleSchema }),
  bundleSchema,
  [...unusableFileErrors, 'auth.required', 'bundles.limit-reached'],
);

/** Lists the bundles of the caller, newest first. Fails with `request.invalid` on an invalid cursor. */
export const listBundles = defineRequest(
  'files.bundles.list',
  z.object({ caller: callerSchema, cursor: z.string().max(200).nullable() }),
  z.object({ bundles: z.array(bundleSchema), nextCursor: z.string().nullable() }),
);

/** Returns a bundle to a caller who may open it. */
export const getBundle = defineRequest(
  'files.bundles.get',
  bundleVisit,
  bundleSchema.extend({ origin: z.object(linkOriginShape).optional() }),
  [...unavailableErrors, ...linkErrors, 'files.password-required'],
);

/** Returns a bundle to its owner only. */
export const getOwnedBundle = defineRequest(
  'files.bundles.get-owned',
  bundleRef,
  bundleSchema,
  ownerOnlyErrors,
);

export const getBundleMetadata = defineRequest(
  'files.bundles.metadata',
  optionalBundleVisit,
  bundleMetadataSchema,
  [...unavailableErrors, ...linkErrors],
);

/** For the owner only. */
export const changeBundle = defineRequest(
  'files.bundles.change',
  bundleRef.extend({ settings: bundleSettingsSchema }),
  bundleSchema,
  [
    ...ownerOnlyErrors,
    ...unusableFileErrors,
    'files.expiry-in-past',
    'files.expiry-not-in-plan',
    ...newPasswordErrors,
  ],
);

/** Deletes a bundle, with its files unless `keepFiles`. For the owner only. */
export const deleteBundle = defineRequest(
  'files.bundles.delete',
  bundleRef.extend({ keepFiles: z.boolean() }),
  emptySchema,
  ownerOnlyErrors,
);

export const verifyBundlePassword = defineRequest(
  'files.bundles.verify-password',
  optionalBundleVisit.extend({ password: z.string(), address: z.string() }),
  passwordVerificationSchema,
  [...unavailableErrors, ...linkErrors, ...visitorPasswordErrors],
);

/**
 * Describes the ZIP archive of a bundle: its files in order, from which the gateway computes the archive's bytes. Does
 * not count a visit.
 */
export const openBundleArchive = defineRequest(
  'files.bundles.open-archive',
  bundleVisit.extend({
    /** See `isMachine` in the gateway: a limited link refuses machines. */
    isMachine: z.boolean().optional(),
  }),
  z.object({
    name: z.string(),
    isOwner: z.boolean(),
    ...linkOriginShape,
    files: z.array(
      z.object({
        fileId: z.uuid(),
        path: z.string(),
        size: z.number().int(),
        crc32: z.number().int(),
        createdAt: z.string(),
      }),
    ),
  }),
  [
    ...unavailableErrors,
    ...linkErrors,
    'files.password-required',
    'links.view-only',
    'links.machine-refused',
    'bundles.empty',
    'bundles.preparing',
    'files.being-scanned',
    'files.content-missing',
  ],
);

/**
 * Grants access to the objects of some files of a bundle, in the order of `fileIds`. Continues the download of an
 * archive: a link that this download has used up still grants access.
 */
export const openBundledFiles = defineRequest(
  'files.bundles.open-files',
  bundleVisit.extend({ fileIds: z.array(z.uuid()).min(1).max(100) }),
  z.object({ tickets: z.array(objectTicketSchema) }),
  [
    ...unavailableErrors,
    ...linkErrors,
    'files.password-required',
    'links.view-only',
    'files.not-found',
    'files.expired',
  ],
);

/**
 * Records a visit of a bundle, as `recordVisit` does for a file. A download of its archive also counts as a visit of
 * each file in it.
 */
export const recordBundleVisit = defineRequest(
  'files.bundles.record-visit',
  z.object({
    ...visitOriginShape,
    bundleId: z.uuid(),
    key: z.string().max(200).nullable(),
    /** Set where `key` is null: later calls with this value as `key` within 30 minutes belong to this visit. */
    joinKey: z.string().max(200).optional(),
    address: z.string(),
    userAgent: z.string().max(1000),
    referer: z.string().max(2000),
    /** Id of the share mail that contained the link. */
    via: z.guid().nullable(),
    isDownload: z.boolean(),
  }),
  z.object({ counted: z.boolean() }),
  unavailableErrors,
);
