import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Wakes a worker, which makes pending previews in the order of `PreviewQueueService`. Does nothing if none is due. */
export const makePreview = defineJob({
  name: 'files.make-preview',
  data: z.object({ fileId: z.uuid() }),
  attempts: 3,
  backoffMs: 5_000,
  concurrency: 2,
});
