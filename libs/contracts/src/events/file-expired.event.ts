import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The file's time came; it is served no more and its bytes go. */
export const fileExpired = defineEvent(
  'files.file.expired',
  z.object({
    fileId: z.uuid(),
    /** No account had it, so nobody can ever ask who opened it. */
    wasAnonymous: z.boolean().optional(),
  }),
);
