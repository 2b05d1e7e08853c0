import { z } from 'zod';
import { defineEvent } from '../message.js';

/** The owner deleted the bundle. Consumers delete all their data about it. */
export const bundleDeleted = defineEvent('files.bundle.deleted', z.object({ bundleId: z.uuid() }));
