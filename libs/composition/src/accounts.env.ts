import { emailKey, emailSchema, signUpModeSchema } from '@waybill/contracts';
import { z } from 'zod';

/** Settings of accounts: who may sign up, and who administers this installation. */
export const accountsEnv = {
  SIGN_UP: z.enum(signUpModeSchema.options, { error: 'must be open, invited or closed' }).default('open'),
  /** In lower case; empty: all. */
  SIGN_UP_DOMAINS: z
    .string()
    .default('')
    .transform((text) => listOf(text.toLowerCase()))
    .refine(
      (domains) => domains.every((domain) => /^[^\s@,/]+\.[^\s@,/.]+$/.test(domain)),
      'must be domains such as example.org, divided by commas',
    ),
  /** Keys of the addresses (`emailKey`). */
  ADMIN_EMAILS: z
    .string()
    .default('')
    .transform((text) => listOf(text))
    .refine(
      (addresses) => addresses.every((address) => emailSchema.safeParse(address).success),
      'must be e-mail addresses, divided by commas',
    )
    .transform((addresses) => addresses.map(emailKey)),
};

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
