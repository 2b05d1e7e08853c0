import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Looks through the whole store for what no row knows of. */
export const cleanUpOrphans = defineJob({
  name: 'files.tidy-store',
  data: z.object({}),
  attempts: 3,
  backoffMs: 60_000,
  concurrency: 1,
});
