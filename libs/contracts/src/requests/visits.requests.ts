import { z } from 'zod';
import { readingSchema } from '../dto/reading.dto.js';
import { defineRequest } from '../message.js';
import { visitOriginShape } from '../visit-origin.js';
import { emptySchema } from './caller.js';
import { idInUrl, unavailableErrors } from './files.requests.js';

/**
 * Records a visit (docs/decisions/what-counts-as-a-visit.md). Calls with the same `key` within 30 minutes count
 * as one visit of the file. A null `key` always counts as a new visit. A visit of a machine (`isBot`) is recorded and
 * does not raise the view count.
 */
export const recordVisit = defineRequest(
  'files.access.record-visit',
  z.object({
    fileId: z.uuid(),
    key: z.string().max(200).nullable(),
    /** Set where `key` is null: later calls with this value as `key` within 30 minutes belong to this visit. */
    joinKey: z.string().max(200).optional(),
    address: z.string(),
    userAgent: z.string().max(1000),
    referer: z.string().max(2000),
    /** Id of the share mail that contained the link. */
    via: idInUrl.nullable(),
    ...visitOriginShape,
  }),
  z.object({ counted: z.boolean() }),
  unavailableErrors,
);

/**
 * Adds reading to a visit. Caps the total at the time since the visit began, and ignores pages that do not exist. Does
 * nothing for an unknown visit.
 */
export const reportReading = defineRequest(
  'files.visits.report-reading',
  z.object({
    fileId: idInUrl,
    /** Visit id that the page appends to the URLs of the bytes it loads. */
    pageVisitId: z.guid(),
    reading: readingSchema,
  }),
  emptySchema,
);
