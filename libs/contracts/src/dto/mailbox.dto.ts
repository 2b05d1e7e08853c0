import { z } from 'zod';

/** GET /api/mailbox: a mail that was kept on this machine, as there is no mail server. */
export const keptMailSchema = z.object({
  id: z.string(),
  to: z.object({ name: z.string(), address: z.string() }),
  subject: z.string(),
  keptAt: z.string(),
});
export type KeptMailView = z.infer<typeof keptMailSchema>;

/** GET /api/mailbox/{id}. */
export const openedMailSchema = keptMailSchema.extend({ text: z.string(), html: z.string() });
export type OpenedMailView = z.infer<typeof openedMailSchema>;
