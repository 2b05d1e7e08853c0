import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Runs all sweeps of this service. The name is that of the queue in Redis, so it keeps its first form. */
export const sweepFiles = defineJob({
  name: 'files.sweep',
  data: z.object({}),
  attempts: 1,
  backoffMs: 1_000,
  concurrency: 1,
});
