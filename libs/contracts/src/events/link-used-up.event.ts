import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The last download that a link allows was counted. */
export const linkUsedUp = defineEvent(
  'files.link.used-up',
  z.object({
    linkId: z.uuid(),
    fileId: z.uuid().nullable(),
    bundleId: z.uuid().nullable(),
    slug: z.string(),
    name: z.string().nullable(),
    downloadLimit: z.number().int(),
    usedUpAt: z.string(),
    /** Owner of the file or bundle; null if an anonymous browser owns it. Omitted by earlier versions. */
    ownerId: z.uuid().nullable().optional(),
    /** Name of the file or bundle. Omitted by earlier versions. */
    targetName: z.string().optional(),
  }),
);
