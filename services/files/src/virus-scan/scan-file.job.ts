import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Scans a file, with the file's id as job id. Does nothing if it has a result. The sweep retries a failed scan. */
export const scanFile = defineJob({
  name: 'files.scan',
  data: z.object({ fileId: z.uuid() }),
  attempts: 1,
  backoffMs: 1_000,
  concurrency: 2,
});
