import { z } from 'zod';
import { planIdSchema } from './plan.dto.js';

/** Limits of one plan, as a client needs them. */
const planLimitsSchema = z.object({
  id: planIdSchema,
  maxFileSize: z.int().describe('Maximum size of a file in bytes, inclusive.'),
  maxFiles: z.int().describe('Maximum number of available files, unfinished uploads included.'),
  maxExpiryHours: z.int().nullable().describe('Maximum time to expiry in hours; null: a file may stay.'),
  defaultExpiryHours: z.int().describe('Time to expiry of a new file, in hours.'),
  linksPerFile: z.int().describe('Maximum number of links of a file or bundle, besides its own address.'),
  passwordProtection: z.boolean(),
});

export const signUpModeSchema = z.enum(['open', 'invited', 'closed']);
export type SignUpMode = z.infer<typeof signUpModeSchema>;

/** GET /api/config: what this installation offers, as its operator has set it (feature flags, plans and limits). */
export const configSchema = z.object({
  publicUrl: z.string().describe('Address with which the links of this installation begin.'),
  plans: z.object({ free: planLimitsSchema, basic: planLimitsSchema, pro: planLimitsSchema }),
  defaultPlan: planIdSchema.describe('The plan that every signed-in account has at least.'),
  signUp: signUpModeSchema.describe(
    'Who can open an account: everyone, people with an invitation, or nobody.',
  ),
  signUpDomains: z.array(z.string()).describe('Domains whose addresses may sign up; empty: all.'),
  singleSignOn: z
    .object({ name: z.string() })
    .nullable()
    .describe('The OpenID Connect provider, for the label of its button; null where none is set.'),
  anonymousUploads: z.boolean().describe('Whether files can be uploaded without an account.'),
  officeViewer: z.boolean().describe('Whether Office files can be opened in an external viewer.'),
  visitorAddresses: z
    .enum(['full', 'network', 'none'])
    .describe('How much of the IP address of a visitor is kept.'),
  visitRetentionDays: z
    .int()
    .nullable()
    .describe('Days after which visits are deleted; null: they are kept as long as their file.'),
});
export type Config = z.infer<typeof configSchema>;
