import { z } from 'zod';

/** GET /api/mailbox: a mail that was stored on disk, because no mail server is configured. */
export const mailSummarySchema = z.object({
  id: z.string(),
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  keptAt: z.string(),
});
export type MailSummary = z.infer<typeof mailSummarySchema>;

/** GET /api/mailbox/{id}. */
export const mailDetailSchema = mailSummarySchema.extend({ text: z.string(), html: z.string() });
export type MailDetail = z.infer<typeof mailDetailSchema>;
