import { ConfigurationError, type Logger } from '@waybill/service-kit';
import { OnDiskMailbox } from './adapters/on-disk-mailbox.js';
import { OnDiskMailer } from './adapters/on-disk-mailer.js';
import { SmtpMailer } from './adapters/smtp-mailer.js';
import type { MailConfiguration } from './mail.configuration.js';
import type { Mailbox } from './mailbox.js';
import type { MailAddress, Mailer } from './mailer.js';

/** Sender and receiver of mails that never leave this machine. */
const nobody: MailAddress = { name: 'Waybill', address: 'waybill@localhost' };

/**
 * The mailer that the environment asks for: SMTP where SMTP_URL is set, else `folder`.
 * @throws ConfigurationError when mails would leave without a sender
 */
export function openMailer(configuration: MailConfiguration, folder: string, logger: Logger): Mailer {
  const { SMTP_URL, MAIL_FROM } = configuration;
  if (!SMTP_URL) return new OnDiskMailer(folder, MAIL_FROM ?? nobody, logger);
  if (!MAIL_FROM) throw new ConfigurationError('MAIL_FROM is not set, but needed to send mails by SMTP_URL.');
  return new SmtpMailer(SMTP_URL, MAIL_FROM);
}

/** The mailbox that goes with that mailer; null where mails are sent. */
export function openMailbox({ SMTP_URL }: MailConfiguration, folder: string): Mailbox | null {
  return SMTP_URL ? null : new OnDiskMailbox(folder);
}

/** Where messages of the contact form go. */
export function contactAddress({ CONTACT_EMAIL, MAIL_FROM }: MailConfiguration): MailAddress {
  return CONTACT_EMAIL ?? MAIL_FROM ?? nobody;
}
