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
import { planIdSchema } from '../plans.js';
import { callerSchema, emptySchema } from './caller.js';

/**
 * A file's id as people write it in an address: whatever has the shape (spec §2), with any version and variant. One
 * that is nobody's is not found, rather than malformed.
 */
const fileIdInUrl = z.guid();
const fileRef = z.object({ fileId: fileIdInUrl, caller: callerSchema });
/** There is no such file, or not any more. */
const unavailableErrors = ['files.not-found', 'files.expired'] as const;
/** Only its owner may. */
const ownerOnlyErrors = [...unavailableErrors, 'files.login-required', 'files.forbidden'] as const;

/** Where an object lies and how it is locked: all that is needed to stream it, nothing else of the file. */
export const objectTicketSchema = z.object({
  objectKey: z.string(),
  /** The file's data key, wrapped by the operator's key, base64. */
  wrappedKey: z.string(),
});
export type ObjectTicket = z.infer<typeof objectTicketSchema>;

/**
 * Starts an upload of one or more files. It stays open while it is renewed and is swept away when it is not.
 * @throws `files.limit-reached` when the owner has no room for even one more.
 */
export const openUpload = defineRequest(
  'files.upload.open',
  z.object({ caller: callerSchema }),
  z.object({ uploadId: z.uuid(), tier: planIdSchema, maxFileSize: z.number().int() }),
  ['files.limit-reached', 'files.login-required', 'server.storage-full'],
);

/** Reserves one file of the upload, before its bytes are kept. */
export const addFileToUpload = defineRequest(
  'files.upload.add',
  z.object({ uploadId: z.uuid(), originalName: z.string() }),
  objectTicketSchema.extend({ fileId: z.uuid() }),
  ['files.limit-reached', 'files.upload-not-open'],
);

/** Keeps the upload open for as long as bytes flow; to be sent at least once a minute. */
export const renewUpload = defineRequest(
  'files.upload.renew',
  z.object({ uploadId: z.uuid() }),
  emptySchema,
  ['files.upload-not-open'],
);

/** All bytes are kept and synced: the files exist from here on, all or none. */
export const commitUpload = defineRequest(
  'files.upload.commit',
  z.object({
    uploadId: z.uuid(),
    files: z
      .array(z.object({ fileId: z.uuid(), size: z.number().int().nonnegative(), mimeType: z.string() }))
      .min(1),
  }),
  uploadedSchema,
  ['files.upload-not-open', 'files.limit-reached', 'files.too-large', 'server.storage-full'],
);

/** Refused, cut off or failed: rows and bytes go. Idempotent. */
export const abortUpload = defineRequest('files.upload.abort', z.object({ uploadId: z.uuid() }), emptySchema);

export const listFiles = defineRequest(
  'files.list',
  z.object({ caller: callerSchema }),
  z.object({ files: z.array(fileSchema) }),
);

/** `token`: proof that the file's password was given. The owner needs none. */
export const getFile = defineRequest(
  'files.get',
  fileRef.extend({ token: z.string().nullable() }),
  fileSchema,
  [...unavailableErrors, 'files.password-required'],
);

export const getFileMetadata = defineRequest(
  'files.metadata',
  z.object({ fileId: fileIdInUrl }),
  fileMetadataSchema,
  unavailableErrors,
);

export const checkProtection = defineRequest(
  'files.check-protection',
  z.object({ fileId: fileIdInUrl }),
  protectionSchema,
  unavailableErrors,
);

export const verifyFilePassword = defineRequest(
  'files.verify-password',
  z.object({ fileId: fileIdInUrl, password: z.string(), address: z.string() }),
  passwordVerificationSchema,
  [...unavailableErrors, 'files.incorrect-password', 'files.too-many-attempts'],
);

/** Owner only. */
export const changeFileSettings = defineRequest(
  'files.settings.change',
  fileRef.extend({ settings: fileSettingsSchema }),
  fileSchema,
  [...ownerOnlyErrors, 'files.expiry-in-past', 'files.expiry-not-in-plan', 'files.password-not-in-plan'],
);

/** Owner only. */
export const deleteFile = defineRequest('files.delete', fileRef, emptySchema, ownerOnlyErrors);

/** The file as its owner sees it; for nobody else. */
export const getOwnedFile = defineRequest('files.get-owned', fileRef, fileSchema, ownerOnlyErrors);

/** Permission to stream a file, its thumbnail or its PDF rendition. Counts nothing. */
export const openFile = defineRequest(
  'files.access.open',
  fileRef.extend({ token: z.string().nullable(), variant: z.enum(['original', 'rendition', 'thumbnail']) }),
  objectTicketSchema.extend({
    /** Plain bytes. */
    size: z.number().int(),
    mimeType: z.string(),
    originalName: z.string(),
    /** Strong validator, without quotes: changes whenever the bytes do. */
    etag: z.string(),
    createdAt: z.string(),
    isOwner: z.boolean(),
  }),
  [...unavailableErrors, 'files.password-required', 'files.preview-pending', 'files.no-preview'],
);

/**
 * A token that lets the external document viewer fetch this one file for five minutes (contract, "Office
 * preview"). For whoever may open the file: its owner, anyone if it is not protected, else by `token`.
 */
export const issueViewerToken = defineRequest(
  'files.access.issue-viewer-token',
  fileRef.extend({ token: z.string().nullable() }),
  z.object({ token: z.string() }),
  [...unavailableErrors, 'files.password-required'],
);

/**
 * A visit (contract, "One visit is one analytics entry"). `key` tells visits of one file apart: a second call
 * with the same key within 30 minutes adds nothing; null is always a visit of its own.
 */
export const recordVisit = defineRequest(
  'files.access.record-visit',
  z.object({
    fileId: z.uuid(),
    key: z.string().max(200).nullable(),
    /** With `key` null: later calls under this key within 30 minutes belong to this visit. */
    joinKey: z.string().max(200).optional(),
    address: z.string(),
    userAgent: z.string().max(1000),
    referer: z.string().max(2000),
    /** Id of the share mail whose link brought the visitor. */
    via: fileIdInUrl.nullable(),
  }),
  z.object({ counted: z.boolean() }),
  unavailableErrors,
);

/** Files of an anonymous browser move to the account that logged in from it. */
export const claimFiles = defineRequest(
  'files.ownership.claim',
  z.object({ browserId: z.uuid(), userId: z.uuid() }),
  z.object({ moved: z.number().int() }),
);
