import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The owner named the first link of a file or bundle, or chose whether activity at it causes notifications. */
export const firstLinkChanged = defineEvent(
  'files.first-link.changed',
  z.object({
    /** Id of the file or bundle, which is also the id of its first link. */
    targetId: z.uuid(),
    notify: z.boolean(),
    /** Name that the owner gave it; null without one. Omitted by earlier versions. */
    name: z.string().nullable().optional(),
    /** Increases with every change of the file or bundle. Consumers ignore late events. Omitted by earlier versions. */
    version: z.number().int().optional(),
  }),
);
