import { z } from 'zod';
import {
  fileMetadataSchema,
  fileSchema,
  fileSettingsSchema,
  passwordVerificationSchema,
  protectionSchema,
  uploadedSchema,
} from '../dto/file.dto.js';
import { defineRequest } from '../message.js';
import { planIdSchema } from '../dto/plan.dto.js';
import { visitOriginShape } from '../visit-origin.js';
import { callerSchema, emptySchema } from './caller.js';
import { newPasswordErrors, visitorPasswordErrors } from './password-errors.js';

/** An id in a URL: any UUID shape (spec §2), of any version and variant. An unknown id is not found, not malformed. */
export const idInUrl = z.guid();
const fileRef = z.object({ fileId: idInUrl, caller: callerSchema });
/**
 * Facts of a call on which the gates of a file decide. Optional: gateways of the previous version send less.
 * `token`: token of the file, of its bundle or of one of its links. The owner needs none.
 */
export const fileAccess = z.object({
  fileId: idInUrl,
  caller: callerSchema.optional(),
  token: z.string().nullable().optional(),
  bundleId: idInUrl.nullable().optional(),
  isMachine: z.boolean().optional(),
});
/** Errors of a file that does not exist, was deleted, has expired, or is blocked by moderation or the virus scan. */
export const unavailableErrors = [
  'files.not-found',
  'files.expired',
  'files.taken-down',
  'files.being-scanned',
  'files.infected',
] as const;
/** The token belongs to a link that has ended. */
const linkErrors = ['links.revoked', 'links.expired', 'links.used-up'] as const;
/** A gate refuses the caller. */
export const gateErrors = [
  ...unavailableErrors,
  ...linkErrors,
  'bundles.not-found',
  'bundles.expired',
  'files.password-required',
] as const;
/** The caller is not the owner of the file. */
const ownerOnlyErrors = [...unavailableErrors, 'files.login-required', 'files.forbidden'] as const;

/** Object key and wrapped data key of an object: the facts needed to stream it. */
export const objectTicketSchema = z.object({
  objectKey: z.string(),
  /** Data key of the object, wrapped by the master key, in base64. */
  wrappedKey: z.string(),
});
export type ObjectTicket = z.infer<typeof objectTicketSchema>;

/** The durable part of an object that is appended to (libs/storage). */
export const appendedBytesSchema = z.object({
  /** Number of plaintext bytes. */
  size: z.number().int().nonnegative(),
  /** CRC-32 of the plaintext. */
  crc32: z.number().int(),
  /** Full chunks, as the store keeps them. */
  chunks: z
    .object({
      size: z.number().int(),
      uploadId: z.string().nullable(),
      parts: z.array(z.string()).readonly(),
      tail: z.string().nullable(),
    })
    .nullable(),
  /** Key of the object with the bytes after the last full chunk. */
  tail: z.string().nullable(),
});
export type AppendedBytes = z.infer<typeof appendedBytesSchema>;

/** CRC-32 of a file's bytes, as in ZIP: an unsigned number of 32 bits. */
export const crc32Schema = z.number().int().min(0).max(0xffffffff);

/**
 * Destination of an uploaded file, chosen by its client: into a bundle, under a path, or to a file request. Each
 * feature checks its own fields.
 */
export const uploadTargetSchema = z.object({
  bundle: z.string().max(200).optional(),
  path: z.string().max(4096).optional(),
  request: z.string().max(200).optional(),
  sender: z.string().max(200).optional(),
  senderEmail: z.string().max(320).optional(),
});
export type UploadTarget = z.infer<typeof uploadTargetSchema>;

const fileTicketSchema = objectTicketSchema.extend({ fileId: z.uuid() });

/**
 * Opens an upload of one or more files, and reserves the first if `originalName` is given. The upload must be renewed;
 * otherwise a sweep aborts it.
 * @throws `files.limit-reached` when the quota of the owner does not allow another file
 */
export const openUpload = defineRequest(
  'files.upload.open',
  z.object({ caller: callerSchema, originalName: z.string().optional() }),
  z.object({
    uploadId: z.uuid(),
    tier: planIdSchema,
    maxFileSize: z.number().int(),
    /** The reserved file. Omitted without `originalName`, and by services of the previous version. */
    file: fileTicketSchema.optional(),
  }),
  ['files.limit-reached', 'files.login-required', 'auth.required', 'server.storage-full'],
);

/** Reserves one file of the upload, before its bytes are stored. */
export const addFileToUpload = defineRequest(
  'files.upload.add',
  z.object({ uploadId: z.uuid(), originalName: z.string() }),
  fileTicketSchema,
  ['files.limit-reached', 'files.upload-not-open'],
);

/** Keeps the upload open while bytes arrive. To be sent at least once a minute. */
export const renewUpload = defineRequest(
  'files.upload.renew',
  z.object({ uploadId: z.uuid() }),
  emptySchema,
  ['files.upload-not-open'],
);

/** Turns the reservations into files, all or none. To be sent once all bytes are stored and synced. */
export const commitUpload = defineRequest(
  'files.upload.commit',
  z.object({
    uploadId: z.uuid(),
    files: z
      .array(
        z.object({
          fileId: z.uuid(),
          size: z.number().int().nonnegative(),
          mimeType: z.string(),
          /** CRC-32 of the bytes. Without one, it is computed later. */
          crc32: crc32Schema.optional(),
        }),
      )
      .min(1),
  }),
  uploadedSchema,
  ['files.upload-not-open', 'files.limit-reached', 'files.too-large', 'server.storage-full'],
);

/** Aborts a refused, interrupted or failed upload: deletes its rows and objects. Idempotent. */
export const abortUpload = defineRequest(
  'files.upload.abort',
  z.object({
    uploadId: z.uuid(),
    /**
     * Objects that may have been written. If the upload was closed before, their deletion is queued, unless a row names
     * them. Omitted by gateways of the previous version.
     */
    objectKeys: z.array(z.string()).optional(),
  }),
  emptySchema,
);

/** Lists all files of the caller. Unused since 0.2.0: gateways of version 0.1 send it. */
export const listFiles = defineRequest(
  'files.list',
  z.object({ caller: callerSchema }),
  z.object({ files: z.array(fileSchema) }),
);

/**
 * Lists one page of the caller's files, newest first, as JSON text: the cost of copying and validating each value would
 * dominate. Fails with `request.invalid` on an invalid cursor.
 */
export const listFilePage = defineRequest(
  'files.list-page',
  z.object({
    caller: callerSchema,
    /** Null: all files. */
    limit: z.number().int().min(1).nullable(),
    cursor: z.string().max(200).nullable(),
  }),
  z.object({ json: z.string(), nextCursor: z.string().nullable() }),
);
export type FilePage = z.infer<typeof listFilePage.output>;

/** Returns a file to callers that may open it. */
export const getFile = defineRequest(
  'files.get',
  fileAccess.required({ caller: true, token: true }),
  fileSchema,
  gateErrors,
);

export const getFileMetadata = defineRequest('files.metadata', fileAccess, fileMetadataSchema, [
  ...unavailableErrors,
  ...linkErrors,
]);

export const checkProtection = defineRequest('files.check-protection', fileAccess, protectionSchema, [
  ...unavailableErrors,
  ...linkErrors,
]);

export const verifyFilePassword = defineRequest(
  'files.verify-password',
  fileAccess.extend({ password: z.string(), address: z.string() }),
  passwordVerificationSchema,
  [...unavailableErrors, ...linkErrors, ...visitorPasswordErrors],
);

/** For the owner only. */
export const changeFileSettings = defineRequest(
  'files.settings.change',
  fileRef.extend({ settings: fileSettingsSchema }),
  fileSchema,
  [...ownerOnlyErrors, 'files.expiry-in-past', 'files.expiry-not-in-plan', ...newPasswordErrors],
);

/** For the owner only. */
export const deleteFile = defineRequest('files.delete', fileRef, emptySchema, ownerOnlyErrors);

/** Returns a file to its owner only. */
export const getOwnedFile = defineRequest('files.get-owned', fileRef, fileSchema, ownerOnlyErrors);

/** Grants access to the object of a file, its thumbnail or its PDF rendition. Does not count a visit. */
export const openFile = defineRequest(
  'files.access.open',
  fileAccess.required({ caller: true, token: true }).extend({
    variant: z.enum(['original', 'rendition', 'thumbnail']),
    /** `Content-Disposition` of the response for the original. Default: `attachment`. */
    disposition: z.enum(['inline', 'attachment']).optional(),
    /** The rendition that a reader unlocked with the password of the document (`unlockPreview`). */
    unlockedId: idInUrl.optional(),
  }),
  objectTicketSchema.extend({
    /** Size of the plaintext in bytes. */
    size: z.number().int(),
    mimeType: z.string(),
    originalName: z.string(),
    /** Strong validator (RFC 9110) without quotes: changes with the bytes. */
    etag: z.string(),
    createdAt: z.string(),
    isOwner: z.boolean(),
    /** The object is a text. The gateway sends only its first mebibyte, as UTF-8. */
    isText: z.boolean().optional(),
    /** Claims of the token: the link or bundle that it was issued for, and the address given to the link. */
    linkId: visitOriginShape.linkId,
    bundleId: visitOriginShape.bundleId,
    email: visitOriginShape.email,
    /** Opening of the link that the token proves, and the visit that the opening began. */
    linkSession: z.uuid().optional(),
    linkVisit: z.uuid().optional(),
    /** The link is used up. This opening can resume the download that it began, but not begin another. */
    canOnlyResume: z.boolean().optional(),
  }),
  [...gateErrors, 'files.preview-pending', 'files.no-preview', 'links.view-only', 'links.machine-refused'],
);

/**
 * Reports that the store does not have the object of the file. The file may have been deleted meanwhile; otherwise its
 * owner is informed, once.
 */
export const reportMissingContent = defineRequest(
  'files.content.report-missing',
  z.object({ fileId: idInUrl, objectKey: z.string() }),
  /** `isLost`: true if the file exists and its bytes are lost, false if the file was deleted meanwhile. */
  z.object({ isLost: z.boolean() }),
  [],
);

/**
 * Issues a token with which the external document viewer can fetch this file for five minutes (contract, "Office
 * preview"). The caller must be able to open the file: as its owner, without a token if the file is not protected, or
 * with `token`.
 */
export const issueViewerToken = defineRequest(
  'files.access.issue-viewer-token',
  fileAccess.required({ caller: true, token: true }),
  z.object({ token: z.string() }),
  [...gateErrors, 'files.no-preview', 'links.view-only'],
);

/** Moves the files of an anonymous browser to the account that logged in from it. */
export const claimFiles = defineRequest(
  'files.ownership.claim',
  z.object({ browserId: z.uuid(), userId: z.uuid() }),
  z.object({ moved: z.number().int() }),
);

/** Applies a granted plan in files ahead of its event, like `applyPlanInAuth`. For administrators only. */
export const applyPlanInFiles = defineRequest(
  'files.plans.apply',
  z.object({ userId: z.uuid(), plan: planIdSchema, version: z.int() }),
  emptySchema,
);
