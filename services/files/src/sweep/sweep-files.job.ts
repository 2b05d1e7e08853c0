import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Finds in the rows whatever is due or was missed. */
export const sweepFiles = defineJob({
  name: 'files.sweep',
  data: z.object({}),
  attempts: 1,
  backoffMs: 1_000,
  concurrency: 1,
});
