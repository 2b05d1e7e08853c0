import { z } from 'zod';
import { sanitizeLine } from '../sanitize-line.js';
import { planIdSchema } from '../plans.js';
import { instantSchema } from './instant.dto.js';
import { fieldMessages as say, uiMessages } from '../ui-messages.js';

const PASSWORD_MIN = 8;
const PASSWORD_MAX = 200;

export const nameSchema = z
  .string({ error: say.nameRequired })
  .overwrite(sanitizeLine)
  .min(1, say.nameRequired)
  .max(200, 'Name must be at most 200 characters long');

export const emailSchema = z
  .string({ error: say.emailRequired })
  .trim()
  .min(1, say.emailRequired)
  .max(254, say.emailInvalid)
  .regex(/^[^\s\p{Cc}@<>(),;:"\\]+@[^\s\p{Cc}@<>(),;:"\\]+\.[^\s\p{Cc}@<>(),;:"\\.]+$/u, say.emailInvalid);

function newPassword(required: string) {
  return z
    .string({ error: required })
    .min(1, required)
    .min(PASSWORD_MIN, say.passwordTooShort)
    .max(PASSWORD_MAX, say.passwordTooLong);
}

function confirmation(required: string) {
  return z.string({ error: required }).min(1, required);
}

/**
 * False for characters that only look like others, such as fullwidth letters: `emailKey` equates them, so that an
 * account of the look-alike would take the place of the real address.
 */
function isNotLookAlike(address: string): boolean {
  return address.normalize('NFKC') === address.normalize('NFC');
}

/** POST /api/signup (spec §3, §5). */
export const signUpSchema = z
  .object({
    name: nameSchema,
    email: emailSchema.refine(isNotLookAlike, say.emailInvalid),
    password: newPassword(say.passwordRequired),
    confirmPassword: confirmation(say.confirmPassword),
    agreeToTerms: z.boolean({ error: say.termsRequired }).refine(Boolean, say.termsRequired),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: say.passwordsDiffer,
    when: ({ value }) => bothAreStrings(value, 'password', 'confirmPassword'),
  });
export type SignUp = z.infer<typeof signUpSchema>;

/** POST /api/login (spec §5). */
export const loginSchema = z.object({
  email: emailSchema,
  password: z
    .string({ error: say.passwordRequired })
    .min(1, say.passwordRequired)
    .max(PASSWORD_MAX, say.passwordTooLong),
});
export type Login = z.infer<typeof loginSchema>;

/** PUT /api/user. */
export const profileSchema = z.object({ name: nameSchema });

/** PUT /api/user/password. */
export const changePasswordSchema = z.object({
  current_password: z
    .string({ error: say.currentPasswordRequired })
    .min(1, say.currentPasswordRequired)
    .max(PASSWORD_MAX, say.passwordTooLong),
  new_password: newPassword(say.newPasswordRequired),
});

/** The security tab's form: the call's fields and a confirmation (spec §5). */
export const changePasswordFormSchema = changePasswordSchema
  .extend({ confirm_password: confirmation(say.confirmNewPassword) })
  .refine(({ new_password, confirm_password }) => new_password === confirm_password, {
    path: ['confirm_password'],
    message: say.passwordsDiffer,
    when: ({ value }) => bothAreStrings(value, 'new_password', 'confirm_password'),
  });

/** DELETE /api/user: only who knows the password may delete an account. */
export const deleteAccountSchema = z.object({
  password: z
    .string({ error: say.passwordRequired })
    .min(1, say.passwordRequired)
    .max(PASSWORD_MAX, say.passwordTooLong),
});

/** POST /api/forgot-password. */
export const forgotPasswordSchema = z.object({ email: emailSchema });

/** POST /api/reset-password. */
export const resetPasswordSchema = z.object({
  token: z
    .string({ error: uiMessages.expiredResetLink })
    .min(1, uiMessages.expiredResetLink)
    .max(200, uiMessages.expiredResetLink),
  email: emailSchema,
  password: newPassword(say.passwordRequired),
});

/** The reset page's form (spec §5). */
export const resetPasswordFormSchema = z
  .object({ password: newPassword(say.passwordRequired), confirmPassword: confirmation(say.confirmPassword) })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: say.passwordsDiffer,
    when: ({ value }) => bothAreStrings(value, 'password', 'confirmPassword'),
  });

/** GET /api/user (spec §3). `subscription` is the effective plan. */
export const userSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string(),
  created_at: instantSchema,
  subscription: planIdSchema.describe('The effective plan: `pro` for all while a promotion is on.'),
});
export type User = z.infer<typeof userSchema>;

export const messageSchema = z.object({ message: z.string() });

/** Lets "do not match" show beside other fields' errors, as soon as both passwords are there. */
function bothAreStrings(value: unknown, ...keys: string[]): boolean {
  const record = value as Record<string, unknown> | null;
  return keys.every((key) => typeof record?.[key] === 'string' && record[key] !== '');
}
