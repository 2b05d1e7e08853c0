import { z } from 'zod';
import { defineEvent } from '../message.js';

/** Whether the owner is notified of what happens at the address of a file or bundle itself, its first link. */
export const firstLinkChanged = defineEvent(
  'files.first-link.changed',
  z.object({
    /** Id of the file or bundle, and of its first link. */
    targetId: z.uuid(),
    notify: z.boolean(),
    /** Increases with every change of the file or bundle; ignore an older one. Earlier versions leave it out. */
    version: z.number().int().optional(),
  }),
);
