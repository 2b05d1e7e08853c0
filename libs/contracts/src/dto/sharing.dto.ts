import { z } from 'zod';
import { fieldSentences as say } from '../sentences.js';
import { emailSchema } from './auth.dto.js';

/** POST /api/share/email/{id} (spec §5). */
export const shareEmailSchema = z.object({
  recipientEmail: z
    .string({ error: say.shareFieldsRequired })
    .trim()
    .min(1, say.shareFieldsRequired)
    .pipe(emailSchema),
  recipientName: z
    .string({ error: say.shareFieldsRequired })
    .trim()
    .min(1, say.shareFieldsRequired)
    .max(200, 'Name must be at most 200 characters long'),
});
export type ShareEmail = z.infer<typeof shareEmailSchema>;

/** POST /api/contact: all four fields required (spec §5). */
export const contactSchema = z.object({
  name: z.string({ error: say.nameRequired }).trim().min(1, say.nameRequired).max(200),
  email: emailSchema,
  subject: z.string({ error: 'Subject is required' }).trim().min(1, 'Subject is required').max(200),
  message: z.string({ error: 'Message is required' }).trim().min(1, 'Message is required').max(10_000),
});
export type Contact = z.infer<typeof contactSchema>;
