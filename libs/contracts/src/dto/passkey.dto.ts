import { z } from 'zod';
import { sanitizeLine } from '../sanitize-line.js';
import { instantSchema } from './instant.dto.js';

const NAME_REQUIRED = 'Please name the passkey';

const passkeyNameSchema = z
  .string({ error: NAME_REQUIRED })
  .overwrite(sanitizeLine)
  .min(1, NAME_REQUIRED)
  .max(100, 'The name must be at most 100 characters long');

/** GET /api/user/passkeys: one passkey of the account. */
export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: instantSchema,
  lastUsedAt: instantSchema.nullable(),
  isSynced: z.boolean().describe('Whether the password manager keeps it on several devices.'),
});
export type PasskeyView = z.infer<typeof passkeySchema>;

/** Options for `navigator.credentials`, as WebAuthn encodes them in JSON. */
export const passkeyOptionsSchema = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

const encoded = z.string({ error: 'This passkey is malformed' }).max(20_000, 'This passkey is malformed');

/** The browser's answer to the options, in WebAuthn's JSON encoding. */
const passkeyResponseSchema = z.looseObject(
  {
    id: encoded,
    rawId: encoded,
    type: z.literal('public-key', { error: 'This passkey is malformed' }),
    response: z.looseObject({ clientDataJSON: encoded }, { error: 'This passkey is malformed' }),
  },
  { error: 'This passkey is malformed' },
);
export type PasskeyResponse = z.infer<typeof passkeyResponseSchema>;

/** POST /api/user/passkeys. */
export const newPasskeySchema = z.object({ name: passkeyNameSchema, response: passkeyResponseSchema });
/** PUT /api/user/passkeys/{id}. */
export const renamePasskeySchema = z.object({ name: passkeyNameSchema });
/** POST /api/login/passkey. */
export const passkeyLogInSchema = z.object({ response: passkeyResponseSchema });
