import { MINUTE_MS } from '@waybill/contracts';
import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Searches the whole store for orphans. The name is that of the queue in Redis, so it keeps its first form. */
export const cleanUpOrphans = defineJob({
  name: 'files.tidy-store',
  data: z.object({}),
  attempts: 3,
  backoffMs: MINUTE_MS,
  concurrency: 1,
});
