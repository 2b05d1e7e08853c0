import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Sends one mail. A mail that cannot leave yet is no failed job: its row says when to try again. */
export const sendMail = defineJob({
  name: 'sharing.send-mail',
  data: z.object({ mailId: z.uuid() }),
  attempts: 3,
  backoffMs: 1000,
  concurrency: 4,
});

/** Finds mails that are due, whatever became of their jobs, and forgets old ones. */
export const sweepMails = defineJob({
  name: 'sharing.sweep-mails',
  data: z.object({}),
  attempts: 1,
  backoffMs: 1000,
  concurrency: 1,
});
