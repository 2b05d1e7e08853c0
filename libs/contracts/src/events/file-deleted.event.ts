import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The owner deleted the file. Consumers delete all their data about it. */
export const fileDeleted = defineEvent('files.file.deleted', z.object({ fileId: z.uuid() }));
