import { z } from 'zod';
import { planIdSchema } from './plan.dto.js';
import { instantSchema } from './instant.dto.js';

/** An account, as administrators see it. */
export const personSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  createdAt: instantSchema,
  activatedAt: instantSchema.nullable().describe('Null until the e-mail address is confirmed.'),
  suspendedAt: instantSchema.nullable(),
  lastSeenAt: instantSchema
    .nullable()
    .describe('Last log-in, or last use of a session or of an access token, to the hour.'),
  plan: planIdSchema.describe('The bought or granted plan.'),
  subscription: planIdSchema.describe('The effective plan, the default plan and a promotion included.'),
  isAdmin: z.boolean(),
});
export type Person = z.infer<typeof personSchema>;
