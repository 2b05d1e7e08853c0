import { z } from 'zod';
import { instantSchema } from './instant.dto.js';

/** One browser that is logged in, as its account's owner sees it: GET /api/user/sessions. */
export const sessionSchema = z.object({
  id: z.uuid(),
  device: z.string().describe('Such as "Firefox 145 on Linux"; empty when the browser did not say.'),
  startedAt: instantSchema,
  lastSeenAt: instantSchema.describe('To the hour.'),
  isCurrent: z.boolean().describe('The one that asks.'),
});
export type SessionView = z.infer<typeof sessionSchema>;

/**
 * Name of the cookie that stands beside a session's and that scripts can read; over https with `__Host-` before it.
 * Its value is `1`. The client asks who is signed in only where it stands, so a visitor's console stays empty.
 */
export const LOGIN_HINT_COOKIE = 'waybill_signed_in';
