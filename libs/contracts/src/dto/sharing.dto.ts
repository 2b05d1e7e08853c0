import { z } from 'zod';
import { fieldMessages } from '../ui-messages.js';
import { sanitizeLine, sanitizeLines } from '../sanitize-line.js';
import { emailSchema, nameSchema } from './auth.dto.js';

/** POST /api/share/email/{id} (spec §5). */
export const shareEmailSchema = z.object({
  recipientEmail: z
    .string({ error: fieldMessages.shareFieldsRequired })
    .trim()
    .min(1, fieldMessages.shareFieldsRequired)
    .pipe(emailSchema),
  recipientName: z
    .string({ error: fieldMessages.shareFieldsRequired })
    .overwrite(sanitizeLine)
    .min(1, fieldMessages.shareFieldsRequired)
    .max(200, 'Name must be at most 200 characters long'),
});
export type ShareEmail = z.infer<typeof shareEmailSchema>;

/** POST /api/contact: all four fields required (spec §5). */
export const contactSchema = z.object({
  name: nameSchema,
  email: emailSchema,
  subject: requiredText('Subject', 200, sanitizeLine),
  message: requiredText('Message', 10_000, sanitizeLines),
});
export type Contact = z.infer<typeof contactSchema>;

function requiredText(what: string, longest: number, normalize: (text: string) => string) {
  const required = `${what} is required`;
  return z
    .string({ error: required })
    .overwrite(normalize)
    .min(1, required)
    .max(longest, `${what} must be at most ${longest} characters long`);
}
