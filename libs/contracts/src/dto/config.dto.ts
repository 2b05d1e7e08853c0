import { z } from 'zod';
import { planIdSchema } from '../plans.js';

/** Limits of one plan, as a client needs them. */
export const planLimitsSchema = z.object({
  id: planIdSchema,
  maxFileSize: z.int().describe('Maximum size of a file in bytes, inclusive.'),
  maxFiles: z.int().describe('Maximum number of available files, unfinished uploads included.'),
  maxExpiryHours: z.int().nullable().describe('Maximum time to expiry in hours; null: a file may stay.'),
  defaultExpiryHours: z.int().describe('Time to expiry of a new file, in hours.'),
  linksPerFile: z.int().describe('Maximum number of links of a file or bundle, besides its own address.'),
  passwordProtection: z.boolean(),
});

/** GET /api/config: what this installation offers, as its operator has set it. */
export const configSchema = z.object({
  plans: z.object({ free: planLimitsSchema, basic: planLimitsSchema, pro: planLimitsSchema }),
  defaultPlan: planIdSchema.describe('The plan that every signed-in account has at least.'),
  anonymousUploads: z.boolean().describe('Whether files can be uploaded without an account.'),
});
export type Config = z.infer<typeof configSchema>;
