import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Deletes the bytes of everything discarded so far. The rows of `discarded_objects` are the truth. */
export const deleteObjects = defineJob({
  name: 'files.dispose-objects',
  data: z.object({}),
  attempts: 3,
  backoffMs: 5_000,
  concurrency: 1,
});
