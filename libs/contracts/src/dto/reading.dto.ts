import { z } from 'zod';

/** Maximum number of entries in one report. A page reports every five seconds, so real reports have few. */
const MAX_EVENTS = 5000;

/** POST /api/files/{id}/visits/{visit}: what the page showed since its last report. */
export const readingSchema = z.object({
  events: z
    .array(
      z.object({
        page: z.number().int().describe('From 1; for video and audio a tenth of the length.'),
        ms: z.number().describe('Milliseconds for which it was visible or played.'),
      }),
    )
    .max(MAX_EVENTS)
    .default([]),
  finished: z.boolean().optional().describe('The visitor closed the page.'),
});
export type Reading = z.infer<typeof readingSchema>;
