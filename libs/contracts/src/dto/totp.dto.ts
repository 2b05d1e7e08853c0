import { z } from 'zod';
import { deleteAccountSchema } from './auth.dto.js';

/** A code of an authenticator app, or a recovery code. */
export const codeSchema = z
  .string({ error: 'Please enter the code' })
  .trim()
  .min(1, 'Please enter the code')
  .max(100, 'Please enter the code');

/** POST /api/user/totp. */
export const beginTotpSchema = deleteAccountSchema;
/** The response of POST /api/user/totp. */
export const provisioningSchema = z.object({
  secret: z.string().describe('The secret in base32, to type into an authenticator app.'),
  url: z.string().describe('The same as an otpauth URL, for a QR code.'),
});
/** POST /api/user/totp/confirm. */
export const confirmTotpSchema = z.object({ code: codeSchema });
/** The response of POST /api/user/totp/confirm. */
export const recoveryCodesSchema = z.object({
  recoveryCodes: z.array(z.string()).describe('Each works once instead of a code. They are not shown again.'),
});
/** DELETE /api/user/totp. */
export const removeTotpSchema = deleteAccountSchema.extend({ code: codeSchema });
/** GET /api/user/totp. */
export const totpStatusSchema = z.object({ isEnabled: z.boolean(), recoveryCodesLeft: z.int() });
export type TotpStatus = z.infer<typeof totpStatusSchema>;
