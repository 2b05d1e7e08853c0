import { z } from 'zod';

/** One browser that is logged in, as its account's owner sees it: GET /api/user/sessions. */
export const sessionSchema = z.object({
  id: z.uuid(),
  /** Such as "Firefox 145 on Linux"; empty when the browser did not say. */
  device: z.string(),
  startedAt: z.string(),
  /** To the hour. */
  lastSeenAt: z.string(),
  /** The one that asks. */
  isCurrent: z.boolean(),
});
export type SessionView = z.infer<typeof sessionSchema>;
