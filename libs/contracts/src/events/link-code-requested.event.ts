import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A visitor of a link has to prove an e-mail address. A code is mailed there. */
export const linkCodeRequested = defineEvent(
  'files.link-code.requested',
  z.object({
    linkId: z.uuid(),
    fileId: z.uuid().nullable(),
    bundleId: z.uuid().nullable().default(null),
    email: z.string(),
    /** Empty: the mail has a link only. */
    code: z.string(),
    slug: z.string(),
    /** Opens the link instead of the code. Null in events of earlier versions. */
    mailToken: z.string().nullable().default(null),
    expiresAt: z.string(),
  }),
);
