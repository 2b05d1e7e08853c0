import { ConfigurationError, type Logger } from '@waybill/service-kit';
import { OnDiskMailbox } from './adapters/on-disk-mailbox.js';
import { OnDiskMailer } from './adapters/on-disk-mailer.js';
import { SmtpMailer } from './adapters/smtp-mailer.js';
import { type MailEnv, localAddress } from './mail.env.js';
import type { Mailbox } from './mailbox.js';
import type { Mailer } from './mailer.js';

/**
 * Opens the mailer that the environment selects: SMTP if SMTP_URL is set, else one that stores mails in `folder`.
 * @throws ConfigurationError when SMTP_URL is set without a sender
 */
export function openMailer(configuration: MailEnv, folder: string, logger: Logger): Mailer {
  const { SMTP_URL, MAIL_FROM } = configuration;
  if (!SMTP_URL) return new OnDiskMailer(folder, MAIL_FROM ?? localAddress, logger);
  if (!MAIL_FROM) throw new ConfigurationError('MAIL_FROM is not set, but needed to send mails by SMTP_URL.');
  return new SmtpMailer(SMTP_URL, MAIL_FROM);
}

/** Opens the mailbox of the mailer that `openMailer` opens; null if mails are sent. */
export function openMailbox({ SMTP_URL }: MailEnv, folder: string): Mailbox | null {
  return SMTP_URL ? null : new OnDiskMailbox(folder);
}
