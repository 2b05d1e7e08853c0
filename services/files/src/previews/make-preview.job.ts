import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Makes thumbnail and rendition of a file, with the file's id as job id. Does nothing if they exist. */
export const makePreview = defineJob({
  name: 'files.make-preview',
  data: z.object({ fileId: z.uuid() }),
  attempts: 3,
  backoffMs: 5_000,
  concurrency: 2,
});
