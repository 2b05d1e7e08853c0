import { z } from 'zod';
import { defineEvent } from '../message.js';

/** A link was made, changed or revoked. Contains the whole snapshot; `version` 1 is a new link. */
export const linkChanged = defineEvent(
  'files.link.changed',
  z.object({
    linkId: z.uuid(),
    version: z.number().int(),
    fileId: z.uuid().nullable(),
    bundleId: z.uuid().nullable(),
    slug: z.string(),
    name: z.string().nullable(),
    notify: z.boolean(),
    isActive: z.boolean(),
    /** Revoked for good. */
    isRevoked: z.boolean(),
  }),
);
