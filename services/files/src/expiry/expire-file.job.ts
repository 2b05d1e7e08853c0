import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Runs at the file's expiry, with the file's id as job id. Does nothing before `delete_at` of the row. */
export const expireFile = defineJob({
  name: 'files.expire-file',
  data: z.object({ fileId: z.uuid() }),
  attempts: 3,
  backoffMs: 5_000,
  concurrency: 4,
});
