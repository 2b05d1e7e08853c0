import { z } from 'zod';

/** One visit (spec §3), plus whom the share mail that brought it was sent to, where one did. */
export const analyticsEntrySchema = z.object({
  id: z.string(),
  accessedAt: z.string(),
  ipAddress: z.string(),
  /** English country name; empty when unknown. */
  country: z.string(),
  city: z.string(),
  userAgent: z.string(),
  /** Short name such as "Chrome 143 on Windows"; empty when unknown. */
  browser: z.string(),
  /** Empty when the visitor came directly. */
  referer: z.string(),
  sharedWith: z.string().nullable(),
});
export type AnalyticsEntry = z.infer<typeof analyticsEntrySchema>;

export const analyticsSummarySchema = z.object({
  totalViews: z.number().int(),
  uniqueVisitors: z.number().int(),
  uniqueCountries: z.number().int(),
  firstView: z.string().nullable(),
});
export type AnalyticsSummary = z.infer<typeof analyticsSummarySchema>;

/** GET /api/files/{id}/analytics. */
export const analyticsReportSchema = z.object({
  file: z.object({
    id: z.uuid(),
    originalName: z.string(),
    mimeType: z.string(),
    size: z.number().int(),
    createdAt: z.string(),
    viewCount: z.number().int(),
    userId: z.uuid().nullable(),
    deleteAt: z.object({ Time: z.string().nullable(), Valid: z.boolean() }),
  }),
  /** Newest first, 100 a page. */
  analytics: z.array(analyticsEntrySchema),
  summary: analyticsSummarySchema,
  /** Cumulative views, oldest first; at most a few hundred points whatever the number of views. */
  series: z.array(z.object({ at: z.string(), views: z.number().int() })),
  /** Top 10 by count; a missing country is "Unknown" (spec §9). */
  countries: z.array(z.object({ country: z.string(), count: z.number().int() })),
  /** Pass as `?cursor=` for older entries; null on the last page. */
  nextCursor: z.string().nullable(),
});
export type AnalyticsReport = z.infer<typeof analyticsReportSchema>;
