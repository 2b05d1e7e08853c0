import { z } from 'zod';
import { analyticsReportSchema } from '../dto/analytics.dto.js';
import { getAnalytics } from '../requests/analytics.requests.js';
import { bundleParams, exampleBundle } from './bundles.routes.js';
import { exampleReport } from './examples.js';
import { fileParams } from './files.routes.js';
import { jsonResponse, defineRoute } from './route.js';

const exampleBundleReport = {
  ...exampleReport,
  file: {
    ...exampleReport.file,
    id: exampleBundle.id,
    originalName: exampleBundle.name,
    mimeType: 'application/zip',
    size: exampleBundle.size,
  },
};

/** Reports of visits. */
export const analyticsRoutes = {
  report: defineRoute({
    id: 'report',
    method: 'GET',
    path: '/api/files/{id}/analytics',
    group: 'analytics',
    summary: 'Get the visits of a file',
    description: 'Only for the account that owns the file. Newest first, 100 visits per page.',
    access: 'account',
    scope: 'read',
    params: fileParams,
    query: z.object({
      cursor: z.string().max(200).nullable().default(null).describe('`nextCursor` of the previous page.'),
    }),
    responses: { 200: jsonResponse(analyticsReportSchema, exampleReport) },
    requests: [getAnalytics],
    errors: ['files.not-found', 'request.invalid'],
  }),
  bundleReport: defineRoute({
    id: 'bundleReport',
    method: 'GET',
    path: '/api/bundles/{id}/analytics',
    group: 'analytics',
    summary: 'Get the visits of a bundle',
    description: 'As the report of a file: `file` describes the bundle and its archive.',
    access: 'account',
    scope: 'read',
    params: bundleParams,
    query: z.object({
      cursor: z.string().max(200).nullable().default(null).describe('`nextCursor` of the previous page.'),
    }),
    responses: { 200: jsonResponse(analyticsReportSchema, exampleBundleReport) },
    requests: [getAnalytics],
    errors: ['bundles.not-found', 'request.invalid'],
  }),
} as const;
