import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The owner chose whether activity at the first link of a file or bundle causes notifications. */
export const firstLinkChanged = defineEvent(
  'files.first-link.changed',
  z.object({
    /** Id of the file or bundle, which is also the id of its first link. */
    targetId: z.uuid(),
    notify: z.boolean(),
    /** Increases with every change of the file or bundle. Consumers ignore late events. Omitted by earlier versions. */
    version: z.number().int().optional(),
  }),
);
