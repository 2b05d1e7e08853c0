import { z } from 'zod';
import { defineEvent } from '../message.js';
import { visitOriginShape } from '../visit-origin.js';

/** A file was opened: one visit, of a person or a machine. */
export const fileAccessed = defineEvent(
  'files.file.accessed',
  z.object({
    fileId: z.uuid(),
    visitId: z.uuid(),
    accessedAt: z.string(),
    address: z.string(),
    userAgent: z.string(),
    referer: z.string(),
    /** Id of the share mail, as given in the visitor's URL: it is not verified to exist. */
    via: z.guid().nullable(),
    ...visitOriginShape,
  }),
);
