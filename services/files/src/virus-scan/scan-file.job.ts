import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/**
 * Wakes a worker, which scans files in the order of `VirusScanQueueService`. Does nothing if none is due. The sweep
 * retries a failed scan. The name is that of the queue in Redis, so it keeps its first form.
 */
export const scanFile = defineJob({
  name: 'files.scan',
  data: z.object({ fileId: z.uuid() }),
  attempts: 1,
  backoffMs: 1_000,
  concurrency: 2,
});
