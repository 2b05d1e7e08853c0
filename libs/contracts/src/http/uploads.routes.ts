import { z } from 'zod';
import {
  beginAppend,
  createResumableUpload,
  deleteResumableUpload,
  finishResumableUpload,
  getResumableUpload,
  getUploadLimits,
  saveAppend,
} from '../requests/resumable-uploads.requests.js';
import { defineRoute } from './route.js';

/** Version of the tus protocol. */
export const TUS_VERSION = '1.0.0';
export const TUS_EXTENSIONS = [
  'creation',
  'creation-with-upload',
  'creation-defer-length',
  'termination',
  'expiration',
  'checksum',
] as const;
export const TUS_CHECKSUMS = ['sha1', 'sha256', 'crc32'] as const;
/** Media type of bytes that are appended to an upload. */
export const TUS_MEDIA_TYPE = 'application/offset+octet-stream';

const params = z.object({ id: z.string().describe('Id of the upload: the id of the file.') });
const versionHeaders = z.object({ 'tus-resumable': z.literal(TUS_VERSION) });
/**
 * Only for the OpenAPI document. The gateway checks the headers itself, to answer with the errors of the tus protocol.
 */
const count = z.string().meta({ pattern: '^[0-9]{1,15}$' });
const lengthHeaders = {
  'upload-length': count.optional().describe('Bytes of the whole file.'),
  'upload-checksum': z
    .string()
    .meta({ pattern: '^(sha1|sha256|crc32) [A-Za-z0-9+/]+={0,2}$' })
    .optional()
    .describe('Algorithm and base64 digest of the body: `crc32 y/Q5Jg==`.'),
};
const version = { 'Tus-Resumable': 'Version of the protocol.' };
const expires = { 'Upload-Expires': 'From this time on the upload is gone.' };
const offset = { 'Upload-Offset': 'Bytes that are durable.' };
const body = { mediaType: TUS_MEDIA_TYPE, schema: z.file() } as const;
const writeErrors = [
  'uploads.unsupported-version',
  'uploads.wrong-checksum',
  'uploads.unknown-checksum',
  'files.too-many-transfers',
  'files.too-many-uploads',
  'files.too-many-anonymous-uploads',
  'files.too-slow',
  'request.aborted',
  'server.busy',
] as const;

/** Uploads that can be resumed (tus 1.0.0, https://tus.io/protocols/resumable-upload). */
export const uploadRoutes = {
  uploadOptions: defineRoute({
    id: 'uploadOptions',
    method: 'OPTIONS',
    path: '/api/uploads',
    group: 'files',
    summary: 'Show what this server supports of the tus protocol',
    description: 'The address of every upload answers OPTIONS in the same way.',
    access: 'anyone',
    scope: 'upload',
    responses: {
      204: {
        description: 'Versions, extensions and limits',
        mediaTypes: null,
        headers: {
          ...version,
          'Tus-Version': 'Supported versions.',
          'Tus-Extension': 'Supported extensions.',
          'Tus-Checksum-Algorithm': 'Algorithms of `Upload-Checksum`.',
          'Tus-Max-Size': 'Largest file of the plan of the caller, in bytes.',
        },
      },
    },
    requests: [getUploadLimits],
  }),
  createUpload: defineRoute({
    id: 'createUpload',
    method: 'POST',
    path: '/api/uploads',
    group: 'files',
    summary: 'Create an upload that can be resumed',
    description:
      'tus 1.0.0. The id of the upload is the id of the file. May bring the first bytes. Without an account, a cookie makes this browser the owner.',
    access: 'anyone',
    scope: 'upload',
    headers: versionHeaders.extend({
      ...lengthHeaders,
      'upload-defer-length': z.string().optional().describe('`1`: the length is declared later.'),
      'upload-metadata': z
        .string()
        .describe(
          'Keys and base64 values: `filename` (required), `filetype`, `bundle`, `path`, `request` (its slug), `sender`, `senderEmail`.',
        ),
      'x-verification-token': z.string().optional().describe('Token of a file request with a password.'),
      'idempotency-key': z
        .string()
        .optional()
        .describe(
          'Chosen by the client for one upload, up to 200 characters. A repeated creation, after a lost answer, finds the upload of the first.',
        ),
    }),
    body,
    responses: {
      201: {
        description: 'Created',
        mediaTypes: null,
        headers: { ...version, ...offset, ...expires, Location: 'Address of the upload.' },
      },
    },
    requests: [createResumableUpload, saveAppend, finishResumableUpload],
    errors: [...writeErrors, 'uploads.name-missing', 'uploads.no-concatenation', 'uploads.beyond-length'],
  }),
  showUpload: defineRoute({
    id: 'showUpload',
    method: 'HEAD',
    path: '/api/uploads/{id}',
    group: 'files',
    summary: 'Show how much of an upload has arrived',
    access: 'anyone',
    scope: 'upload',
    params,
    headers: versionHeaders,
    responses: {
      200: {
        description: 'The state of the upload; a finished one for an hour',
        mediaTypes: null,
        headers: { ...version, ...offset, ...expires, 'Upload-Metadata': 'As it was sent.' },
      },
    },
    requests: [getResumableUpload],
    errors: ['uploads.unsupported-version'],
  }),
  appendToUpload: defineRoute({
    id: 'appendToUpload',
    method: 'PATCH',
    path: '/api/uploads/{id}',
    group: 'files',
    summary: 'Append bytes to an upload',
    description:
      'Bytes that arrive before the connection breaks are kept, except with a checksum. The file exists once its last byte was acknowledged.',
    access: 'anyone',
    scope: 'upload',
    params,
    headers: versionHeaders.extend({
      ...lengthHeaders,
      'upload-offset': count.describe('Bytes that were acknowledged so far.'),
    }),
    body,
    responses: {
      204: { description: 'Appended', mediaTypes: null, headers: { ...version, ...offset, ...expires } },
    },
    requests: [beginAppend, saveAppend, finishResumableUpload],
    errors: [...writeErrors, 'uploads.malformed-header'],
  }),
  deleteUpload: defineRoute({
    id: 'deleteUpload',
    method: 'DELETE',
    path: '/api/uploads/{id}',
    group: 'files',
    summary: 'Delete an unfinished upload with its bytes',
    access: 'anyone',
    scope: 'upload',
    params,
    headers: versionHeaders,
    responses: { 204: { description: 'Deleted', mediaTypes: null, headers: version } },
    requests: [deleteResumableUpload],
    errors: ['uploads.unsupported-version'],
  }),
} as const;
