import { z } from 'zod';
import { expirySchema } from './file.dto.js';
import { instantSchema } from './instant.dto.js';

/** One visit (spec §3). */
export const analyticsEntrySchema = z.object({
  id: z.string(),
  accessedAt: instantSchema,
  ipAddress: z.string(),
  country: z.string().describe('Its English name; empty when unknown.'),
  city: z.string(),
  userAgent: z.string(),
  browser: z.string().describe('Such as "Chrome 143 on Windows"; empty when unknown.'),
  referer: z.string().describe('Empty when the visitor came directly.'),
  sharedWith: z.string().nullable().describe('Whom the share mail was sent to that brought the visit.'),
});
export type AnalyticsEntry = z.infer<typeof analyticsEntrySchema>;

export const analyticsSummarySchema = z.object({
  totalViews: z.number().int(),
  uniqueVisitors: z.number().int(),
  uniqueCountries: z.number().int(),
  firstView: instantSchema.nullable(),
});
export type AnalyticsSummary = z.infer<typeof analyticsSummarySchema>;

/** GET /api/files/{id}/analytics. */
export const analyticsReportSchema = z.object({
  file: z.object({
    id: z.uuid(),
    originalName: z.string(),
    mimeType: z.string(),
    size: z.number().int(),
    createdAt: instantSchema,
    viewCount: z.number().int(),
    userId: z.uuid().nullable(),
    deleteAt: expirySchema,
  }),
  analytics: z.array(analyticsEntrySchema).describe('Newest first, 100 a page.'),
  summary: analyticsSummarySchema,
  series: z
    .array(z.object({ at: instantSchema, views: z.number().int() }))
    .describe('Cumulative views, oldest first; at most a few hundred points whatever the number of views.'),
  /** Spec §9. */
  countries: z
    .array(z.object({ country: z.string(), count: z.number().int() }))
    .describe('Top 10 by count; a missing country is "Unknown".'),
  nextCursor: z.string().nullable().describe('Asks for older entries as `cursor`; null on the last page.'),
});
export type AnalyticsReport = z.infer<typeof analyticsReportSchema>;
