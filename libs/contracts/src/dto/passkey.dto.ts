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

const MALFORMED = 'This passkey is malformed';
const encoded = z.string(MALFORMED).max(20_000, MALFORMED);
/** Names like `usb`, `nfc` and `hybrid`. Unknown ones are kept, as WebAuthn asks. */
const transportsSchema = z
  .array(z.string(MALFORMED).regex(/^[\w-]{1,32}$/, MALFORMED), MALFORMED)
  .max(10, MALFORMED);

/** The browser's answer to the options, in WebAuthn's JSON encoding. */
const passkeyResponseSchema = z.looseObject(
  {
    id: encoded,
    rawId: encoded,
    type: z.literal('public-key', MALFORMED),
    response: z.looseObject({ clientDataJSON: encoded, transports: transportsSchema.optional() }, MALFORMED),
  },
  MALFORMED,
);
export type PasskeyResponse = z.infer<typeof passkeyResponseSchema>;

/** POST /api/user/passkeys. */
export const newPasskeySchema = z.object({ name: passkeyNameSchema, response: passkeyResponseSchema });
/** PUT /api/user/passkeys/{id}. */
export const renamePasskeySchema = z.object({ name: passkeyNameSchema });
/** POST /api/login/passkey. */
export const passkeyLogInSchema = z.object({ response: passkeyResponseSchema });
