import { z } from 'zod';
import { changePasswordSchema, deleteAccountSchema } from './auth.dto.js';
import { instantSchema } from './instant.dto.js';

/** GET /api/user/sign-in: the sign-in methods of an account, besides its passkeys. */
export const signInMethodsSchema = z.object({
  hasPassword: z.boolean().describe('False for an account that was opened by single sign-on.'),
  singleSignOn: z
    .object({ connectedAt: instantSchema, lastUsedAt: instantSchema.nullable() })
    .nullable()
    .describe('Null where no identity of the provider is connected.'),
});
export type SignInMethods = z.infer<typeof signInMethodsSchema>;

/** POST /api/user/password: the first password of an account that has none. */
export const firstPasswordSchema = changePasswordSchema.pick({ new_password: true });

/** Body of a call that requires the password again, unless the last log-in is recent. */
export const reauthenticationSchema = deleteAccountSchema.partial();

/** The response of POST /api/user/single-sign-on: page of the provider that the browser opens next. */
export const providerPageSchema = z.object({ url: z.url() });

/** GET /api/auth/oidc/callback: the answer of the provider, checked by the auth service. */
export const providerAnswerSchema = z.record(z.string(), z.union([z.string(), z.array(z.string())]));
