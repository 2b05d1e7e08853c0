import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Makes what is shown of a file before it is opened; id: the file's. Does nothing for one that has it. */
export const makePreview = defineJob({
  name: 'files.make-preview',
  data: z.object({ fileId: z.uuid() }),
  attempts: 3,
  backoffMs: 5_000,
  concurrency: 2,
});
