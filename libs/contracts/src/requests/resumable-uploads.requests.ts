import { z } from 'zod';
import { defineRequest } from '../message.js';
import { planIdSchema } from '../dto/plan.dto.js';
import { callerSchema, emptySchema } from './caller.js';
import {
  appendedBytesSchema,
  crc32Schema,
  objectTicketSchema,
  uploadTargetSchema,
} from './files.requests.js';

const uploadRef = z.object({ uploadId: z.guid(), caller: callerSchema });
const size = z.number().int().nonnegative();
const instant = z.string();

/** The lease of one append, with the facts that the gateway needs to append to the upload. */
const writingSchema = z.object({
  /** Fencing token of the lease: the service refuses it once another request has taken the lease over. */
  writer: z.uuid(),
  ticket: objectTicketSchema,
  /** The bytes that are durable already; null before the first byte. */
  since: appendedBytesSchema.nullable(),
  /** Declared size of the file in bytes; null while the client has not declared it. */
  length: size.nullable(),
  /** Whether this append declared `length`. */
  declaresLength: z.boolean().optional(),
  maxFileSize: size,
  tier: planIdSchema,
  originalName: z.string(),
  /** Whether the upload is for a file request. `maxFileSize` is then at most the limit of the request. */
  isRequested: z.boolean().optional(),
});
export type Writing = z.infer<typeof writingSchema>;

/** The largest file that the caller may upload. */
export const getUploadLimits = defineRequest(
  'files.resumable-upload.limits',
  z.object({ caller: callerSchema }),
  z.object({ maxFileSize: size }),
);

/** Creates an upload, whose id is the id of the file. `writes`: whether the call that creates it also brings bytes. */
export const createResumableUpload = defineRequest(
  'files.resumable-upload.create',
  z.object({
    caller: callerSchema,
    /** Verification token of the file request. */
    token: z.string().nullable(),
    originalName: z.string(),
    /** `Upload-Metadata` as it was sent. */
    metadata: z.string(),
    length: size.nullable(),
    target: uploadTargetSchema.nullable(),
    writes: z.boolean(),
    /** `Idempotency-Key`: repeated by the same sender, it returns the existing upload, for as long as that is kept. */
    key: z.string().nullable().optional(),
  }),
  z.object({
    uploadId: z.uuid(),
    expiresAt: instant,
    writing: writingSchema.nullable(),
    /** Number of durable bytes, if `key` returned an existing upload. */
    received: size.optional(),
  }),
  [
    'files.limit-reached',
    'files.login-required',
    'files.forbidden',
    'files.too-large',
    'bundles.not-found',
    'bundles.expired',
    'bundles.full',
    'auth.required',
    'server.storage-full',
    'request.invalid',
    'uploads.malformed-header',
    'requests.not-found',
    'requests.deleted',
    'requests.closed',
    'requests.expired',
    'requests.full',
    'requests.password-required',
    'requests.file-too-large',
    'requests.no-room',
    'requests.too-many-unfinished',
    'uploads.not-found',
    'uploads.being-written',
    'uploads.key-reused',
  ],
);

/** Returns the number of durable bytes of an upload. Finished uploads can be requested for an hour. */
export const getResumableUpload = defineRequest(
  'files.resumable-upload.get',
  uploadRef,
  z.object({ received: size, length: size.nullable(), metadata: z.string(), expiresAt: instant }),
  ['uploads.not-found'],
);

/**
 * Begins an append under a lease: no other request can write until the append ends, or is not renewed for 25 seconds.
 * `writing` is null for a finished upload, which cannot be appended to.
 */
export const beginAppend = defineRequest(
  'files.resumable-upload.begin-append',
  uploadRef.extend({
    offset: size,
    /** Declares the length of an upload that was created without one. */
    length: size.nullable(),
  }),
  z.object({ writing: writingSchema.nullable(), expiresAt: instant }),
  [
    'uploads.not-found',
    'uploads.wrong-offset',
    'uploads.being-written',
    'uploads.length-declared',
    'uploads.beyond-length',
    'files.too-large',
    'requests.file-too-large',
    'server.storage-full',
  ],
);

/**
 * Records the bytes that became durable, and continues or ends the append. To be sent every few seconds, even without
 * new bytes.
 */
export const saveAppend = defineRequest(
  'files.resumable-upload.save-append',
  z.object({
    uploadId: z.uuid(),
    writer: z.uuid(),
    appended: appendedBytesSchema.nullable(),
    ends: z.boolean(),
    /** Withdraws the length that this append declared, because the append failed. */
    withdrawsLength: z.boolean().optional(),
  }),
  z.object({ received: size, expiresAt: instant }),
  ['uploads.not-found', 'uploads.being-written'],
);

/** Makes the upload a file. To be sent once its object is complete. */
export const finishResumableUpload = defineRequest(
  'files.resumable-upload.finish',
  z.object({
    uploadId: z.uuid(),
    writer: z.uuid(),
    size,
    mimeType: z.string(),
    crc32: crc32Schema.optional(),
  }),
  z.object({ expiresAt: instant }),
  [
    'uploads.not-found',
    'uploads.being-written',
    'files.upload-not-open',
    'files.limit-reached',
    'files.too-large',
    'requests.deleted',
    'requests.closed',
    'requests.full',
    'requests.file-too-large',
    'requests.no-room',
    'server.storage-full',
  ],
);

/** Deletes an unfinished upload with its bytes. */
export const deleteResumableUpload = defineRequest('files.resumable-upload.delete', uploadRef, emptySchema, [
  'uploads.not-found',
  'uploads.finished',
]);

/**
 * Discards the bytes that an append wrote after its upload had ended. Changes nothing while a row names the object:
 * another request may have made it a file.
 */
export const discardAppendedBytes = defineRequest(
  'files.resumable-upload.discard-appended',
  z.object({ objectKey: z.string() }),
  emptySchema,
);
