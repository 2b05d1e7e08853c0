import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A visitor of a link has to prove an e-mail address. A code is mailed to it. */
export const linkCodeRequested = defineEvent(
  'files.link-code.requested',
  z.object({
    linkId: z.uuid(),
    fileId: z.uuid().nullable(),
    bundleId: z.uuid().nullable().default(null),
    email: z.string(),
    /** Six digits. Empty: the mail has a link only. */
    code: z.string(),
    slug: z.string(),
    /** Token in the mailed link, which opens the shared link without the code. Null in events of earlier versions. */
    mailToken: z.string().nullable().default(null),
    expiresAt: z.string(),
  }),
);
