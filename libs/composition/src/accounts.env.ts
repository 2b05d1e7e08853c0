import { emailKey, emailSchema } from '@waybill/contracts';
import { z } from 'zod';

/** Settings of accounts: who may administer this installation. */
export const accountsEnv = {
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
