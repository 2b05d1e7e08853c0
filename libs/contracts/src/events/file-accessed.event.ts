import { z } from 'zod';
import { defineEvent } from '../message.js';

/** One visit. */
export const fileAccessed = defineEvent(
  'files.file.accessed',
  z.object({
    fileId: z.uuid(),
    visitId: z.uuid(),
    accessedAt: z.string(),
    address: z.string(),
    userAgent: z.string(),
    referer: z.string(),
    /** As the visitor's address has it: it need not be anybody's. */
    via: z.guid().nullable(),
  }),
);
