import { defineJob } from '@waybill/jobs';
import { z } from 'zod';

/** Sends one mail. The job also succeeds if the mail server fails: the row holds the time of the next attempt. */
export const sendMail = defineJob({
  name: 'sharing.send-mail',
  data: z.object({ mailId: z.uuid() }),
  attempts: 3,
  backoffMs: 1000,
  concurrency: 4,
});

/** Enqueues due mails whose job was lost, and deletes old mails. */
export const sweepMails = defineJob({
  name: 'sharing.sweep-mails',
  data: z.object({}),
  attempts: 1,
  backoffMs: 1000,
  concurrency: 1,
});
