import { z } from 'zod';
import { defineEvent } from '../message.js';

const file = z.object({
  fileId: z.uuid(),
  /** Account that owns the file; null if an anonymous browser owns it. */
  userId: z.uuid().nullable(),
  originalName: z.string(),
});

/** An administrator took the file down: it is no longer served. */
export const fileTakenDown = defineEvent('files.file.taken-down', file.extend({ reason: z.string() }));

/** An administrator made a file available again. */
export const fileRestored = defineEvent('files.file.restored', file);

/** The virus scan found malware in the file: it is no longer served. */
export const fileInfected = defineEvent('files.file.infected', file.extend({ finding: z.string() }));
