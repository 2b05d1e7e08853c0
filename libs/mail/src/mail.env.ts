import { serverUrl } from '@waybill/service-kit';
import { z } from 'zod';
import { parseMailAddress } from './mail-address.js';
import type { MailAddress } from './mailer.js';

const mailAddress = z.string().transform((text, context): MailAddress => {
  const parsed = parseMailAddress(text);
  if (parsed) return parsed;
  context.addIssue('must be an e-mail address, such as post@example.org or "Waybill <post@example.org>"');
  return z.NEVER;
});

/**
 * Environment of mails. Without SMTP_URL they are kept on disk; with it, MAIL_FROM is needed as well.
 * CONTACT_EMAIL, where contact messages go, is MAIL_FROM when left out.
 */
export const mailEnv = {
  SMTP_URL: serverUrl('smtp', 'smtps').optional(),
  MAIL_FROM: mailAddress.optional(),
  CONTACT_EMAIL: mailAddress.optional(),
};

export type MailEnv = z.infer<z.ZodObject<typeof mailEnv>>;

/** Sender and receiver of mails that never leave this machine. */
export const localAddress: MailAddress = { name: 'Waybill', address: 'waybill@localhost' };

/** Where messages of the contact form go. */
export function contactAddress({ CONTACT_EMAIL, MAIL_FROM }: MailEnv): MailAddress {
  return CONTACT_EMAIL ?? MAIL_FROM ?? localAddress;
}
