import { z } from 'zod';
import { analyticsReportSchema } from '../dto/analytics.dto.js';
import { idSchema } from '../dto/id.dto.js';
import { overviewSchema } from '../dto/overview.dto.js';
import { readingSchema } from '../dto/reading.dto.js';
import { exportEntries, getAnalytics, getOverview } from '../requests/analytics.requests.js';
import { reportReading } from '../requests/visits.requests.js';
import { bundleParams, exampleBundle } from './bundles.routes.js';
import { exampleOverview, exampleReport } from './examples.js';
import { fileParams } from './files.routes.js';
import { countryCodeOf } from './country-code.js';
import { defineRoute, jsonBody, jsonResponse } from './route.js';
import { DAY_MS } from '../units.js';

/** PostgreSQL cannot read the text of an earlier instant. */
const FIRST_MS = Date.parse('0001-01-01T00:00:00Z');
/** A report rounds its bounds up to a whole hour and day. Those of a later instant have a year of five digits. */
const LAST_MS = Date.parse('9999-12-31T00:00:00Z');
const NO_COUNTRY = 'There is no such country';

/**
 * A date and time with an offset, or a date in UTC. A date means its beginning or, with `isEnd`, its end. Times before
 * the year 1 become its first instant, those of the last day of the year 9999 and later the beginning of that day.
 */
const timeSchema = (isEnd: boolean) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date()], {
      error: 'Please enter a date, such as 2026-11-30',
    })
    .transform((text) => {
      const isDate = /^\d{4}-\d{2}-\d{2}$/.test(text);
      const time = Date.parse(text) + (isDate && isEnd ? DAY_MS : 0);
      return new Date(Math.min(Math.max(time, FIRST_MS), LAST_MS)).toISOString();
    });

/** Narrows a report. */
export const visitFilterQuery = z.object({
  from: timeSchema(false).nullable().default(null).describe('Visits from this time on, such as 2026-11-01.'),
  to: timeSchema(true).nullable().default(null).describe('Visits before this time. A date is included.'),
  link: z
    .guid({ error: 'There is no such link' })
    .toLowerCase()
    .nullable()
    .default(null)
    .describe("Id of the link that was opened; the file's own id for its own address."),
  country: z
    .string()
    .max(100, { error: NO_COUNTRY })
    .transform((text, context) => {
      const code = countryCodeOf(text);
      if (code === null) context.addIssue({ code: 'custom', message: NO_COUNTRY });
      return code;
    })
    .nullable()
    .default(null)
    .describe('Country of the visitors: its name as in the report, `Unknown`, or its ISO 3166-1 code.'),
  include: z.string().optional().describe('`bots`: also bots, link previews and prefetches.'),
});

const reportQuery = visitFilterQuery.extend({
  cursor: z.string().max(200).nullable().default(null).describe('`nextCursor` of the previous page.'),
});
const exportQuery = visitFilterQuery.extend({
  format: z.enum(['csv', 'json'], { error: 'Please choose csv or json' }).default('csv'),
});
const exportResponses = {
  200: {
    description: 'A table with a header (RFC 4180), or one array of entries',
    mediaTypes: ['text/csv', 'application/json'],
    headers: { 'Content-Disposition': 'File name (RFC 6266).' },
  },
};

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
    query: reportQuery,
    responses: { 200: jsonResponse(analyticsReportSchema, exampleReport) },
    requests: [getAnalytics],
    errors: ['files.not-found'],
  }),
  exportReport: defineRoute({
    id: 'exportReport',
    scope: 'read',
    method: 'GET',
    path: '/api/files/{id}/analytics/export',
    group: 'analytics',
    summary: 'Export all visits of a file',
    description: 'Only for the account that owns the file. Newest first.',
    access: 'account',
    params: fileParams,
    query: exportQuery,
    responses: exportResponses,
    requests: [exportEntries],
    errors: ['files.not-found'],
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
    query: reportQuery,
    responses: { 200: jsonResponse(analyticsReportSchema, exampleBundleReport) },
    requests: [getAnalytics],
    errors: ['bundles.not-found'],
  }),
  exportBundleReport: defineRoute({
    id: 'exportBundleReport',
    method: 'GET',
    path: '/api/bundles/{id}/analytics/export',
    group: 'analytics',
    summary: 'Export all visits of a bundle',
    description: 'Only for the account that owns the bundle. Newest first.',
    access: 'account',
    scope: 'read',
    params: bundleParams,
    query: exportQuery,
    responses: exportResponses,
    requests: [exportEntries],
    errors: ['bundles.not-found'],
  }),
  overview: defineRoute({
    id: 'overview',
    scope: 'read',
    method: 'GET',
    path: '/api/overview',
    group: 'analytics',
    summary: 'Sum up the visits of all own files',
    access: 'account',
    query: z.object({
      days: z.coerce
        .number({ error: 'Please enter a number of days from 1 to 365' })
        .int('Please enter a number of days from 1 to 365')
        .min(1, 'Please enter a number of days from 1 to 365')
        .max(365, 'Please enter a number of days from 1 to 365')
        .default(30),
    }),
    responses: { 200: jsonResponse(overviewSchema, exampleOverview) },
    requests: [getOverview],
  }),
  reportReading: defineRoute({
    id: 'reportReading',
    scope: 'public',
    method: 'POST',
    path: '/api/files/{id}/visits/{visit}',
    group: 'analytics',
    summary: 'Report which pages were read',
    description:
      'Sent by the page of a visit, at most every 5 seconds, also by `sendBeacon`. Unknown visits are answered alike.',
    access: 'anyone',
    params: fileParams.extend({
      visit: idSchema.describe(
        'Id of the visit, as in the URLs of its bytes; with the token of a link that of its opening.',
      ),
    }),
    body: jsonBody(readingSchema, { events: [{ page: 1, ms: 4200 }] }),
    responses: { 204: { description: 'Received', mediaTypes: null } },
    requests: [reportReading],
  }),
} as const;
