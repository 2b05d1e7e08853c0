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
    via: z.uuid().nullable(),
  }),
);
