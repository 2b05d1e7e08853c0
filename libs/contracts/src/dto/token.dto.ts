import { z } from 'zod';
import { nameSchema } from './auth.dto.js';
import { chosenTimeSchema, instantSchema } from './instant.dto.js';

/**
 * Scopes of an access token. `upload`: create uploads and bundles. `read`: read what belongs to the account.
 * `manage`: change and delete it, and put its files into new bundles. No scope implies another.
 */
export const tokenScopeSchema = z.enum(['upload', 'read', 'manage'], {
  error: 'There is no such scope. Please choose from upload, read and manage',
});
export type TokenScope = z.infer<typeof tokenScopeSchema>;

/** POST /api/tokens. */
export const newTokenSchema = z.object({
  name: nameSchema,
  scopes: z
    .array(tokenScopeSchema, { error: 'Please choose at least one scope: upload, read or manage' })
    .min(1, 'Please choose at least one scope: upload, read or manage')
    .max(10)
    .transform((scopes) => tokenScopeSchema.options.filter((scope) => scopes.includes(scope))),
  expiresAt: chosenTimeSchema
    .nullish()
    .describe('Time from which the token is refused; without it, the token does not expire.'),
});

/** GET /api/tokens: an access token, without the token itself. */
export const tokenSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  scopes: z.array(tokenScopeSchema),
  createdAt: instantSchema,
  expiresAt: instantSchema.nullable(),
  lastUsedAt: instantSchema.nullable().describe('Time of the last use, to the minute.'),
});
export type TokenView = z.infer<typeof tokenSchema>;

/** The response of POST /api/tokens: the only one with the token itself. */
export const createdTokenSchema = tokenSchema.extend({
  token: z.string().describe('`wb_` and 40 random characters. It is not shown again.'),
});
