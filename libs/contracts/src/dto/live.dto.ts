import { z } from 'zod';
import { instantSchema } from './instant.dto.js';

const visitShape = {
  at: instantSchema,
  visitId: z.uuid().describe('Id of the entry in the report.'),
  fileId: z.uuid().optional().describe('The visited file.'),
  bundleId: z.uuid().optional().describe('The visited bundle.'),
  name: z.string().describe('Name of the file or bundle.'),
  linkId: z
    .uuid()
    .describe(
      'The link that was opened; the id of the file or bundle for its own address. For a file that was opened in a bundle, the bundle is meant.',
    ),
  isOwner: z.boolean().describe('Your own visit.'),
} as const;

/** An event of GET /api/live. */
export const liveEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('visit.started'),
    ...visitShape,
    email: z.string().nullable(),
    country: z.string(),
    city: z.string(),
    device: z.string(),
    os: z.string(),
    browser: z.string(),
    referrer: z.string(),
  }),
  z.object({
    type: z.literal('visit.page'),
    ...visitShape,
    page: z.number().int().describe('The page that is visible; for video and audio the tenth that plays.'),
    pageCount: z.number().int(),
  }),
  z.object({
    type: z.literal('visit.ended'),
    ...visitShape,
    durationSeconds: z.number(),
    pagesSeen: z.number().int(),
    completion: z.number(),
  }),
  z.object({
    type: z.literal('upload.finished'),
    at: instantSchema,
    fileId: z.uuid(),
    name: z.string(),
    size: z.number().int(),
    mimeType: z.string(),
  }),
  z.object({
    type: z.literal('file.changed'),
    at: instantSchema,
    fileId: z.uuid().describe('The file that was changed, blocked, deleted or expired. Read it again.'),
  }),
  z.object({
    type: z.literal('bundle.changed'),
    at: instantSchema,
    bundleId: z.uuid().describe('The bundle that was made, changed, deleted or expired. Read it again.'),
  }),
]);
export type LiveEvent = z.infer<typeof liveEventSchema>;

/** An event that says only that a client should read a file or bundle again. */
export type LiveChange = Extract<LiveEvent, { type: 'file.changed' | 'bundle.changed' }>;

/** An event with all of its facts. */
export type LiveActivity = Exclude<LiveEvent, LiveChange>;
