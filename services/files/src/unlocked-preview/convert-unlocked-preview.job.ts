import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Converts an Office file with the password that a reader entered. One at a time: it must not delay other previews. */
export const convertUnlockedPreview = defineJob({
  name: 'files.convert-unlocked-preview',
  data: z.object({ id: z.uuid() }),
  attempts: 5,
  backoffMs: 5_000,
  concurrency: 1,
});
