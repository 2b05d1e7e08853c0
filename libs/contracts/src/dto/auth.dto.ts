import { z } from 'zod';
import { accountMessages } from '../account-messages.js';
import { sanitizeLine } from '../sanitize-line.js';
import { planIdSchema } from './plan.dto.js';
import { instantSchema } from './instant.dto.js';
import { fieldMessages } from '../ui-messages.js';

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 200;

export const nameSchema = z
  .string({ error: fieldMessages.nameRequired })
  .overwrite(sanitizeLine)
  .min(1, fieldMessages.nameRequired)
  .max(200, 'Name must be at most 200 characters long');

export const emailSchema = z
  .string({ error: fieldMessages.emailRequired })
  .trim()
  .min(1, fieldMessages.emailRequired)
  .max(254, fieldMessages.emailInvalid)
  // Refuses \p{Cf}, which has the marks that change the direction of text: they could disguise an address as another.
  .regex(
    /^[^\s\p{Cc}\p{Cf}@<>(),;:"\\]+@[^\s\p{Cc}\p{Cf}@<>(),;:"\\]+\.[^\s\p{Cc}\p{Cf}@<>(),;:"\\.]+$/u,
    fieldMessages.emailInvalid,
  );

/**
 * Address that is compared by `emailKey` with the address of somebody else, and must not be a look-alike of it. Letters
 * with two Unicode forms (such as K and the Kelvin sign) get one of them, so that the compared, the mailed and the
 * stored address differ in case only.
 */
export const comparedEmailSchema = emailSchema
  .refine(isNotLookAlike, fieldMessages.emailInvalid)
  .overwrite((address) => address.normalize('NFC'));

/** Address of a new account. Stricter than `emailSchema`, because accounts of earlier versions must still log in. */
export const newEmailSchema = comparedEmailSchema.refine(
  (address) => /@[\p{L}\p{M}\p{N}.-]+$/u.test(address),
  fieldMessages.emailInvalid,
);

function newPassword(required: string) {
  return z
    .string({ error: required })
    .min(1, required)
    .min(PASSWORD_MIN, fieldMessages.passwordTooShort)
    .max(PASSWORD_MAX, fieldMessages.passwordTooLong);
}

function repeatedPassword(required: string) {
  return z.string({ error: required }).min(1, required);
}

/**
 * Whether an address is free of look-alike characters, such as fullwidth letters. `emailKey` maps them to the real
 * letters, so an account with a look-alike address would block the real address, and a link that admits the real
 * address would mail its code to the look-alike.
 */
function isNotLookAlike(address: string): boolean {
  return address.normalize('NFKC') === address.normalize('NFC');
}

/** POST /api/signup (spec §3, §5). */
export const signUpSchema = z
  .object({
    name: nameSchema,
    email: newEmailSchema,
    password: newPassword(fieldMessages.passwordRequired),
    confirmPassword: repeatedPassword(fieldMessages.confirmPassword),
    invitation: z
      .string()
      .max(200, 'This invitation is not valid')
      .optional()
      .describe('Token of an invitation.'),
    agreeToTerms: z
      .boolean({ error: fieldMessages.termsRequired })
      .refine(Boolean, fieldMessages.termsRequired)
      .meta({ const: true }),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: fieldMessages.passwordsDiffer,
    when: ({ value }) => areFilledIn(value, 'password', 'confirmPassword'),
  });
export type SignUp = z.infer<typeof signUpSchema>;

/** POST /api/login (spec §5). */
export const loginSchema = z.object({
  email: emailSchema,
  password: z
    .string({ error: fieldMessages.passwordRequired })
    .min(1, fieldMessages.passwordRequired)
    .max(PASSWORD_MAX, fieldMessages.passwordTooLong),
  code: z
    .string()
    .trim()
    .max(100, 'Incorrect code')
    .optional()
    .describe('Code of the authenticator app, or a recovery code, where two-step log-in is on.'),
});
export type Login = z.infer<typeof loginSchema>;

/** PUT /api/user. */
export const profileSchema = z.object({ name: nameSchema });

/** PUT /api/user/password. */
export const changePasswordSchema = z.object({
  current_password: z
    .string({ error: fieldMessages.currentPasswordRequired })
    .min(1, fieldMessages.currentPasswordRequired)
    .max(PASSWORD_MAX, fieldMessages.passwordTooLong),
  new_password: newPassword(fieldMessages.newPasswordRequired),
});

/** Form of the security tab: the fields of the call and a confirmation (spec §5). */
export const changePasswordFormSchema = changePasswordSchema
  .extend({ confirm_password: repeatedPassword(fieldMessages.confirmNewPassword) })
  .refine(({ new_password, confirm_password }) => new_password === confirm_password, {
    path: ['confirm_password'],
    message: fieldMessages.passwordsDiffer,
    when: ({ value }) => areFilledIn(value, 'new_password', 'confirm_password'),
  });

/** DELETE /api/user. Requires the password of the account. */
export const deleteAccountSchema = z.object({
  password: z
    .string({ error: fieldMessages.passwordRequired })
    .min(1, fieldMessages.passwordRequired)
    .max(PASSWORD_MAX, fieldMessages.passwordTooLong),
});

/** POST /api/forgot-password. */
export const forgotPasswordSchema = z.object({ email: emailSchema });

/** POST /api/reset-password. */
export const resetPasswordSchema = z.object({
  token: z
    .string({ error: accountMessages.expiredResetLink })
    .min(1, accountMessages.expiredResetLink)
    .max(200, accountMessages.expiredResetLink),
  email: emailSchema,
  password: newPassword(fieldMessages.passwordRequired),
});

/** Form of the reset page (spec §5). */
export const resetPasswordFormSchema = z
  .object({
    password: newPassword(fieldMessages.passwordRequired),
    confirmPassword: repeatedPassword(fieldMessages.confirmPassword),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: fieldMessages.passwordsDiffer,
    when: ({ value }) => areFilledIn(value, 'password', 'confirmPassword'),
  });

/** GET /api/user (spec §3). `subscription` is the effective plan. */
export const userSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  created_at: instantSchema,
  subscription: planIdSchema.describe('The effective plan: `pro` for every account during a promotion.'),
  isAdmin: z.literal(true).optional().describe('Present for accounts that administer this installation.'),
});
export type User = z.infer<typeof userSchema>;

export const messageSchema = z.object({ message: z.string() });

/** Whether all these fields are filled in. Then a mismatch is reported together with the errors of other fields. */
function areFilledIn(value: unknown, ...keys: string[]): boolean {
  const record = value as Record<string, unknown> | null;
  return keys.every((key) => typeof record?.[key] === 'string' && record[key] !== '');
}
