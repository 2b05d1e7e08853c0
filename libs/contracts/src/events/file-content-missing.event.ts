import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The object store lost the bytes of the file: nobody can open it. Published once. */
export const fileContentMissing = defineEvent(
  'files.file.content-missing',
  z.object({
    fileId: z.uuid(),
    /** Account that owns the file; null if an anonymous browser owns it. */
    userId: z.uuid().nullable(),
    originalName: z.string(),
  }),
);
