import { z } from 'zod';
import { defineEvent } from '../message.js';
import { visitOriginShape } from '../visit-origin.js';

/** A bundle was opened: one visit, of a person or a machine. */
export const bundleAccessed = defineEvent(
  'files.bundle.accessed',
  z.object({
    ...visitOriginShape,
    bundleId: z.uuid(),
    visitId: z.uuid(),
    accessedAt: z.string(),
    address: z.string(),
    userAgent: z.string(),
    referer: z.string(),
    /** Id of the share mail, as given in the visitor's URL: it is not verified to exist. */
    via: z.guid().nullable(),
  }),
);
