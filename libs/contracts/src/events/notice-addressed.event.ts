import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A notice about a file, with the address of its recipient. Auth adds the address to events of other services. */
export const noticeAddressed = defineEvent(
  'auth.notice.addressed',
  z.object({
    /** The recipient. */
    userId: z.uuid(),
    name: z.string(),
    email: z.string(),
    /** `infected-file-found` is for administrators, all other notices for the owner of the file. */
    notice: z.enum([
      'file-taken-down',
      'file-restored',
      'file-infected',
      'infected-file-found',
      'file-content-missing',
    ]),
    fileId: z.uuid(),
    fileName: z.string(),
    /** Reason of a takedown, or name of what the virus scan found; otherwise empty. */
    detail: z.string(),
  }),
);
