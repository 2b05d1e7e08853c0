import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/**
 * Deletes all objects that are queued in `discarded_objects`. The name is that of the queue in Redis, so it keeps its
 * first form.
 */
export const deleteObjects = defineJob({
  name: 'files.dispose-objects',
  data: z.object({}),
  attempts: 3,
  backoffMs: 5_000,
  concurrency: 1,
});
