import { z } from 'zod';
import { expirySchema } from './file.dto.js';
import { instantSchema } from './instant.dto.js';

/** One visit (spec §3). */
export const analyticsEntrySchema = z.object({
  id: z.string(),
  accessedAt: instantSchema,
  ipAddress: z.string(),
  country: z.string().describe('English name of the country; empty if unknown.'),
  city: z.string(),
  userAgent: z.string(),
  browser: z.string().describe('Such as "Chrome 143 on Windows"; empty if unknown.'),
  referer: z.string().describe('Empty if the browser sent none.'),
  sharedWith: z
    .string()
    .nullable()
    .describe(
      'Recipient of the share mail whose link was opened; null if it was not opened from a share mail.',
    ),
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
  analytics: z.array(analyticsEntrySchema).describe('Newest first, 100 per page.'),
  summary: analyticsSummarySchema,
  series: z
    .array(z.object({ at: instantSchema, views: z.number().int() }))
    .describe('Cumulative views, oldest first. At most a few hundred points, for any number of views.'),
  /** Spec §9. */
  countries: z
    .array(z.object({ country: z.string(), count: z.number().int() }))
    .describe('The ten countries with most views. An unknown country is named "Unknown".'),
  nextCursor: z
    .string()
    .nullable()
    .describe('Value of `cursor` for the next page with older entries; null on the last page.'),
});
export type AnalyticsReport = z.infer<typeof analyticsReportSchema>;
