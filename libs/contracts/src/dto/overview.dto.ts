import { z } from 'zod';
import { expirySchema } from './file.dto.js';
import { instantSchema } from './instant.dto.js';

const kindSchema = z.enum(['file', 'bundle']);

/** GET /api/overview. */
export const overviewSchema = z.object({
  days: z.number().int(),
  totalViews: z.number().int().describe('In these days.'),
  viewsPerDay: z
    .array(z.object({ day: z.string().describe('Date in UTC.'), views: z.number().int() }))
    .describe('One per day, oldest first, days without views included.'),
  topFiles: z
    .array(z.object({ id: z.uuid(), kind: kindSchema, originalName: z.string(), views: z.number().int() }))
    .describe('The ten files and bundles with most views in these days.'),
  countries: z.array(z.object({ country: z.string(), count: z.number().int() })),
  links: z
    .array(z.object({ name: z.string(), count: z.number().int() }))
    .describe('The ten links with most views in these days. One of a bundle counts visits of the bundle.'),
  expiringSoon: z
    .array(
      z.object({
        id: z.uuid(),
        kind: kindSchema,
        originalName: z.string(),
        deleteAt: expirySchema,
        createdAt: instantSchema,
      }),
    )
    .describe('The ten that expire first within the next seven days.'),
});
export type Overview = z.infer<typeof overviewSchema>;
