import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The file expired: it is no longer served, and its object is deleted. */
export const fileExpired = defineEvent(
  'files.file.expired',
  z.object({
    fileId: z.uuid(),
    /** No account owned the file, so no one can request its report any more. */
    wasAnonymous: z.boolean().optional(),
    /** Account that owned the file; null if an anonymous browser owned it. Omitted by earlier versions. */
    userId: z.uuid().nullable().optional(),
    /** Omitted by earlier versions. */
    originalName: z.string().optional(),
  }),
);
