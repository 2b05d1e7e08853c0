import { z } from 'zod';
import { uploadedSchema } from '../dto/file.dto.js';
import { idSchema } from '../dto/id.dto.js';
import {
  addFileToUpload,
  commitUpload,
  openFile,
  openUpload,
  reportMissingContent,
} from '../requests/files.requests.js';
import { recordVisit } from '../requests/visits.requests.js';
import { recordBundleVisit } from '../requests/bundles.requests.js';
import { countLinkDownload } from '../requests/links.requests.js';
import { exampleFileId } from './examples.js';
import { fileParams, verificationHeaders } from './files.routes.js';
import { jsonResponse, defineRoute, type RouteResponse } from './route.js';

/** Query of a download. An invalid value is ignored. */
export const downloadQuerySchema = z.object({
  token: z
    .string()
    .optional()
    .catch(undefined)
    .describe('Verification token, for clients that cannot send the header.'),
  bundle: idSchema
    .optional()
    .catch(undefined)
    .describe('Id of the bundle in which the file is opened: its password and expiry apply.'),
  disposition: z
    .string()
    .optional()
    .catch(undefined)
    .describe('`inline` to display the file in the browser, if its type is safe.'),
  visit: idSchema
    .optional()
    .catch(undefined)
    .describe(
      'Id of the visit: requests with the same id count as one visit. With the token of a link the visit of its opening counts instead.',
    ),
  via: idSchema.optional().catch(undefined).describe('Id of the share mail that contained the link.'),
  from: z.string().optional().catch(undefined).describe('Address of the referring page.'),
});

/** Query of a preview. An invalid value is ignored. */
const previewQuerySchema = downloadQuerySchema.extend({
  unlocked: idSchema
    .optional()
    .catch(undefined)
    .describe('Id of `POST /api/files/{id}/preview/unlock`, for a document that has a password of its own.'),
});

export const downloadHeaders = verificationHeaders.extend({
  range: z.string().optional().describe('One range of bytes (RFC 9110 §14).'),
  'if-range': z
    .string()
    .optional()
    .describe('Sends the range only if the ETag still matches, else the whole file.'),
  'if-none-match': z.string().optional().describe('Responds with 304 if the ETag still matches.'),
});

const validators = {
  ETag: 'Changes with the bytes.',
  'Accept-Ranges': '`bytes`',
  'Cache-Control': 'A cache must revalidate the file every time.',
};
const sizes = { ...validators, 'Content-Length': 'Bytes of the body.' };

/** Responses of every download. */
export function rangeResponses(mediaTypes: readonly string[], what: string) {
  return {
    200: {
      description: what,
      mediaTypes,
      headers: { ...sizes, 'Content-Disposition': 'File name (RFC 6266).' },
    },
    206: {
      description: 'The requested range',
      mediaTypes,
      headers: {
        ...sizes,
        'Content-Disposition': 'File name (RFC 6266).',
        'Content-Range': 'Position of the range and size of the file.',
      },
    },
    304: { description: 'The cached copy is still valid', mediaTypes: null, headers: validators },
  } as const satisfies Record<number, RouteResponse>;
}

/** Properties of every download route. */
const downloadRoute = {
  group: 'files',
  method: 'GET',
  params: fileParams,
  query: downloadQuerySchema,
  headers: downloadHeaders,
  access: 'anyone',
  scope: 'read',
  errors: ['files.content-missing', 'files.range-not-satisfiable', 'files.too-many-transfers', 'server.busy'],
} as const;

/** Uploads and downloads. */
export const transferRoutes = {
  upload: defineRoute({
    id: 'upload',
    method: 'POST',
    path: '/api/upload',
    group: 'files',
    summary: 'Upload one or more files',
    description:
      'Stores all files or none. Counts their size while they arrive, regardless of declared lengths. Without an account, a cookie makes this browser their owner.',
    access: 'anyone',
    scope: 'upload',
    body: {
      mediaType: 'multipart/form-data',
      schema: z.object({
        file: z.array(z.file()).min(1).describe('One part per file.'),
      }),
    },
    responses: {
      201: jsonResponse(
        uploadedSchema,
        {
          id: exampleFileId,
          files: [
            { id: exampleFileId, originalName: 'Report.pdf', size: 482_133, mimeType: 'application/pdf' },
          ],
        },
        'Stored; `id` is the id of the first file',
      ),
    },
    requests: [openUpload, addFileToUpload, commitUpload],
    errors: [
      'files.none-sent',
      'files.too-many-transfers',
      'files.too-many-uploads',
      'files.too-many-anonymous-uploads',
      'files.too-slow',
      'request.aborted',
      'server.busy',
    ],
  }),
  download: defineRoute({
    ...downloadRoute,
    id: 'download',
    path: '/api/files/{id}/download',
    summary: 'Download a file',
    description:
      'Counts as part of one visit, for any number of ranges. Types that can contain scripts are never served inline.',
    responses: rangeResponses(['*/*'], 'The file with its own media type'),
    requests: [openFile, countLinkDownload, recordVisit, recordBundleVisit, reportMissingContent],
  }),
  preview: defineRoute({
    ...downloadRoute,
    id: 'preview',
    path: '/api/files/{id}/preview',
    query: previewQuerySchema,
    summary: 'Download the rendition of a file',
    description:
      'A PDF of an Office file, a WebP of a picture that browsers do not display, the first mebibyte of a text as UTF-8, or the entries of an archive as JSON: `{"entries": [{"path", "size"}]}`, at most 10,000. Counts as a visit, like a download of the file.',
    responses: rangeResponses(
      ['application/pdf', 'image/webp', 'text/plain', 'application/json'],
      'The rendition',
    ),
    requests: [openFile, recordVisit, recordBundleVisit, reportMissingContent],
  }),
  thumbnail: defineRoute({
    ...downloadRoute,
    id: 'thumbnail',
    path: '/api/files/{id}/thumbnail',
    summary: 'Download the thumbnail of the first page',
    description: 'Does not count as a visit.',
    responses: rangeResponses(['image/webp'], 'The thumbnail'),
    requests: [openFile, reportMissingContent],
  }),
} as const;
