import { z } from 'zod';
import { defineEvent } from '../message.js';

/**
 * A visitor read pages of a file, or played tenths of it. All reported times together are at most the time since the
 * visit began.
 */
export const fileRead = defineEvent(
  'files.file.read',
  z.object({
    fileId: z.uuid(),
    /** `visitId` of `fileAccessed`. */
    visitId: z.uuid(),
    readAt: z.string(),
    pages: z.array(z.object({ page: z.number().int().positive(), ms: z.number().int().positive() })),
    /** The last page that was shown. Omitted where none was shown, and by earlier versions. */
    page: z.number().int().positive().optional(),
    /** Number of pages of the file; ten for video and audio. */
    pageCount: z.number().int().positive(),
    /** The visitor closed the page. */
    isFinished: z.boolean(),
  }),
);
