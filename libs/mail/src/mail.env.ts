import { ConfigurationError, serverUrl } from '@waybill/service-kit';
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
 * Environment of mails. Without SMTP_URL mails are stored on disk. With SMTP_URL, MAIL_FROM is required. Messages
 * of the contact form go to CONTACT_EMAIL, by default to MAIL_FROM.
 */
export const mailEnv = {
  SMTP_URL: serverUrl('smtp', 'smtps').optional(),
  MAIL_FROM: mailAddress.optional(),
  CONTACT_EMAIL: mailAddress.optional(),
};

export type MailEnv = z.infer<z.ZodObject<typeof mailEnv>>;

/** The sender of mails. @throws ConfigurationError if SMTP_URL is set without a sender */
export function senderOf({ SMTP_URL, MAIL_FROM }: MailEnv): MailAddress {
  if (SMTP_URL && !MAIL_FROM)
    throw new ConfigurationError('MAIL_FROM is not set, but needed to send mails by SMTP_URL.');
  return MAIL_FROM ?? localAddress;
}

/** Default sender and recipient of mails that are stored on disk. */
export const localAddress: MailAddress = { name: 'Waybill', address: 'waybill@localhost' };

/** Recipient of the messages of the contact form. */
export function contactAddress({ CONTACT_EMAIL, MAIL_FROM }: MailEnv): MailAddress {
  return CONTACT_EMAIL ?? MAIL_FROM ?? localAddress;
}
