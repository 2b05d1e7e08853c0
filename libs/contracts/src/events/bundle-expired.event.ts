import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The bundle expired. Its files have an expiry of their own. */
export const bundleExpired = defineEvent(
  'files.bundle.expired',
  z.object({
    bundleId: z.uuid(),
    /** No account owned the bundle, so no one can request its report any more. */
    wasAnonymous: z.boolean(),
  }),
);
