import { MINUTE_MS } from '@waybill/contracts';
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

/** A file that expires within this time gets a job. Longer than the interval of the sweep that enqueues these jobs. */
export const EXPIRY_JOB_HORIZON_MS = 3 * MINUTE_MS;

/** Whether a file needs its job now. A delayed job for every file would cost more than the rest of its upload. */
export function isExpirySoon(deleteAt: Date | null, now: Date): deleteAt is Date {
  return deleteAt !== null && deleteAt.getTime() - now.getTime() <= EXPIRY_JOB_HORIZON_MS;
}
