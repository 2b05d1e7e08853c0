import { z } from 'zod';
import { instantSchema } from './instant.dto.js';

/** GET /api/user/sessions: one logged-in browser of the account. */
export const sessionSchema = z.object({
  id: z.uuid(),
  device: z.string().describe('Such as "Firefox 145 on Linux"; empty if unknown.'),
  startedAt: instantSchema,
  lastSeenAt: instantSchema.describe('Time of the last use, to the hour.'),
  isCurrent: z.boolean().describe('Whether it is the session of this call.'),
});
export type SessionView = z.infer<typeof sessionSchema>;
