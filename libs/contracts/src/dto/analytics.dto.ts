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
  durationSeconds: z.number().describe('Time for which pages were visible, or seconds played.'),
  pagesSeen: z.number().int().describe('Pages seen; for video and audio tenths of the length played.'),
  completion: z.number().min(0).max(1).describe('Share of the pages seen.'),
  pages: z
    .array(z.object({ page: z.number().int(), seconds: z.number() }))
    .optional()
    .describe('How long each page was seen, in reports: the first 500 pages. Not in exports.'),
  device: z.string().describe('`desktop`, `mobile`, `tablet` or `tv`; empty if unknown.'),
  os: z.string().describe('Such as "Windows"; empty if unknown.'),
  region: z.string().describe('Code of the region within the country (ISO 3166-2); empty if unknown.'),
  link: z
    .object({ id: z.uuid(), slug: z.string(), name: z.string().nullable() })
    .nullable()
    .describe(
      "The link that was opened. The file's own address is its first link, with the file's id as slug. The own address of the bundle in which the file was opened is a link with the bundle's id.",
    ),
  email: z.string().nullable().describe('Address that the visitor gave to a link that asks for one.'),
  isBot: z.boolean().describe('A known bot, a link preview, a prefetch or HEAD.'),
});
export type AnalyticsEntry = z.infer<typeof analyticsEntrySchema>;

export const analyticsSummarySchema = z.object({
  totalViews: z.number().int(),
  uniqueVisitors: z.number().int(),
  uniqueCountries: z.number().int(),
  firstView: instantSchema.nullable(),
});
export type AnalyticsSummary = z.infer<typeof analyticsSummarySchema>;

/** Number of visits by value, the most frequent value first. */
const breakdownSchema = z.array(z.object({ name: z.string(), count: z.number().int() }));

const readPageSchema = z.object({
  page: z.number().int().describe('From 1; for video and audio the tenth of the length.'),
  views: z.number().int().describe('Visits that saw the page.'),
  totalSeconds: z.number(),
  medianSeconds: z.number().describe('Of the visits that saw the page.'),
});

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
  /** Limited to ten (spec §9). */
  countries: z
    .array(z.object({ country: z.string(), count: z.number().int() }))
    .describe('The ten countries with most views. An unknown country is named "Unknown".'),
  allCountries: z
    .array(z.string())
    .describe('Names of all countries with views, in alphabetical order. Not filtered.'),
  pages: z.array(readPageSchema).describe('How long each page was read. Empty without reports of reading.'),
  completion: z.number().min(0).max(1).describe('Average of the visits that reported reading.'),
  devices: breakdownSchema,
  systems: breakdownSchema,
  browsers: breakdownSchema,
  referrers: breakdownSchema.describe('Hosts of the pages that led here; "Direct" for visits without one.'),
  cities: breakdownSchema,
  links: breakdownSchema.describe(
    'By link; "First link" is the file\'s own address, and "Bundle" with a name that of its bundle, where their owner gave them no name. "Other" is the rest of more than 1,000 links.',
  ),
  nextCursor: z
    .string()
    .nullable()
    .describe('Value of `cursor` for the next page with older entries; null on the last page.'),
});
export type AnalyticsReport = z.infer<typeof analyticsReportSchema>;
