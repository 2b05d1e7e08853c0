import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A visitor read pages of a file, or played tenths of it. At most as long as the visit lasted. */
export const fileRead = defineEvent(
  'files.file.read',
  z.object({
    fileId: z.uuid(),
    /** `visitId` of `fileAccessed`. */
    visitId: z.uuid(),
    readAt: z.string(),
    pages: z.array(z.object({ page: z.number().int().positive(), ms: z.number().int().positive() })),
    /** The last page that was shown. Omitted by earlier versions, and where nothing was. */
    page: z.number().int().positive().optional(),
    /** Pages of the file, or ten. */
    pageCount: z.number().int().positive(),
    /** The visitor closed the page. */
    isFinished: z.boolean(),
  }),
);
