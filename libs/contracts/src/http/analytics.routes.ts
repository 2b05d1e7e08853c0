import { z } from 'zod';
import { analyticsReportSchema } from '../dto/analytics.dto.js';
import { getAnalytics } from '../requests/analytics.requests.js';
import { exampleReport } from './examples.js';
import { fileParams } from './files.routes.js';
import { jsonResponse, defineRoute } from './route.js';

/** Who opened what. */
export const analyticsRoutes = {
  report: defineRoute({
    id: 'report',
    method: 'GET',
    path: '/api/files/{id}/analytics',
    group: 'analytics',
    summary: 'Who opened a file, when and from where',
    description: 'For the account that owns the file. A hundred visits a page, newest first.',
    access: 'account',
    params: fileParams,
    query: z.object({
      cursor: z.string().max(200).nullable().default(null).describe('The `nextCursor` of the page before.'),
    }),
    responses: { 200: jsonResponse(analyticsReportSchema, exampleReport) },
    requests: [getAnalytics],
    errors: ['files.not-found', 'request.invalid'],
  }),
} as const;
