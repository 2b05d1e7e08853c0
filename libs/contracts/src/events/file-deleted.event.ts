import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The owner deleted the file; what is kept about it goes too. */
export const fileDeleted = defineEvent('files.file.deleted', z.object({ fileId: z.uuid() }));
