import { z } from 'zod';
import { fileIdSchema, uploadedSchema } from '../dto/file.dto.js';
import {
  addFileToUpload,
  commitUpload,
  openFile,
  openUpload,
  recordVisit,
} from '../requests/files.requests.js';
import { exampleFileId } from './examples.js';
import { fileParams, verificationHeaders } from './files.routes.js';
import { jsonResponse, defineRoute, type RouteResponse } from './route.js';

/** How bytes are fetched. A value that makes no sense is as good as none. */
export const downloadQuerySchema = z.object({
  token: z
    .string()
    .optional()
    .catch(undefined)
    .describe('The verification token, where no header can be sent.'),
  disposition: z
    .string()
    .optional()
    .catch(undefined)
    .describe('`inline` to show it rather than keep it, where that is harmless.'),
  visit: fileIdSchema.optional().catch(undefined).describe('Requests with the same id are one visit.'),
  via: fileIdSchema.optional().catch(undefined).describe('The share mail whose link brought the visitor.'),
  from: z.string().optional().catch(undefined).describe('The page that led the visitor here.'),
});

const downloadHeaders = verificationHeaders.extend({
  range: z.string().optional().describe('One part of the file, in bytes (RFC 9110 §14).'),
  'if-range': z.string().optional().describe('The part only if the file is still this one, else all of it.'),
  'if-none-match': z.string().optional().describe('304 where the file is still this one.'),
});

const validators = {
  ETag: 'Changes whenever the bytes do.',
  'Accept-Ranges': '`bytes`',
  'Cache-Control': 'A copy may be kept, but is asked about every time.',
};
const sizes = { ...validators, 'Content-Length': 'Bytes to come.' };

/** What a download can bring, whatever it is of. */
function rangeResponses(mediaTypes: readonly string[], what: string) {
  return {
    200: {
      description: what,
      mediaTypes,
      headers: { ...sizes, 'Content-Disposition': 'Its name (RFC 6266).' },
    },
    206: {
      description: 'The part of it that was asked for',
      mediaTypes,
      headers: {
        ...sizes,
        'Content-Disposition': 'Its name (RFC 6266).',
        'Content-Range': 'Which part of how much.',
      },
    },
    304: { description: 'The copy at hand is still good', mediaTypes: null, headers: validators },
  } as const satisfies Record<number, RouteResponse>;
}

/** What every call that fetches bytes has in common. */
const downloadRoute = {
  group: 'files',
  method: 'GET',
  params: fileParams,
  query: downloadQuerySchema,
  headers: downloadHeaders,
  access: 'anyone',
  errors: ['files.range-not-satisfiable', 'files.too-many-transfers', 'server.busy'],
} as const;

/** Sending files and fetching them. */
export const transferRoutes = {
  upload: defineRoute({
    id: 'upload',
    method: 'POST',
    path: '/api/upload',
    group: 'files',
    summary: 'Upload one file or more',
    description:
      'All are kept, or none. A size is counted as it streams; no declared length is believed. Without an account, a cookie makes this browser their owner.',
    access: 'anyone',
    body: {
      mediaType: 'multipart/form-data',
      schema: z.object({
        file: z.array(z.file()).min(1).describe('Each part of this name is a file of its own.'),
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
        'Kept; `id` is the first file’s',
      ),
    },
    requests: [openUpload, addFileToUpload, commitUpload],
    errors: [
      'files.none-sent',
      'files.too-large',
      'files.too-many-transfers',
      'files.too-many-uploads',
      'files.too-slow',
      'request.aborted',
      'server.busy',
      'server.storage-full',
    ],
  }),
  download: defineRoute({
    ...downloadRoute,
    id: 'download',
    path: '/api/files/{id}/download',
    summary: 'Fetch a file',
    description:
      'Counts as a part of a visit, however many ranges are fetched. What could run a script is never served inline.',
    responses: rangeResponses(['*/*'], 'The file, under its own type'),
    requests: [openFile, recordVisit],
  }),
  preview: defineRoute({
    ...downloadRoute,
    id: 'preview',
    path: '/api/files/{id}/preview',
    summary: 'Fetch the PDF rendition of an Office file',
    description: 'Looking at it is a visit like looking at the file.',
    responses: rangeResponses(['application/pdf'], 'The rendition'),
    requests: [openFile, recordVisit],
  }),
  thumbnail: defineRoute({
    ...downloadRoute,
    id: 'thumbnail',
    path: '/api/files/{id}/thumbnail',
    summary: 'Fetch a small picture of the first page',
    description: 'Counts nothing.',
    responses: rangeResponses(['image/webp'], 'The picture'),
    requests: [openFile],
  }),
} as const;
