import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Computes the CRC-32 of a file that was stored without one, with the file's id as job id. */
export const computeChecksum = defineJob({
  name: 'files.compute-checksum',
  data: z.object({ fileId: z.uuid() }),
  attempts: 3,
  backoffMs: 5_000,
  concurrency: 2,
});
