import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Wakes at a file's time; id: the file's. The row's `delete_at` is the truth, so waking early does nothing. */
export const expireFile = defineJob({
  name: 'files.expire-file',
  data: z.object({ fileId: z.uuid() }),
  attempts: 3,
  backoffMs: 5_000,
  concurrency: 4,
});
