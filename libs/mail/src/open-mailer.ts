import type { Logger } from '@waybill/service-kit';
import { OnDiskMailbox } from './adapters/on-disk-mailbox.js';
import { OnDiskMailer } from './adapters/on-disk-mailer.js';
import { SmtpMailer } from './adapters/smtp-mailer.js';
import { type MailEnv, senderOf } from './mail.env.js';
import type { Mailbox } from './mailbox.js';
import type { Mailer } from './mailer.js';

/**
 * Opens the mailer that the environment selects: SMTP if SMTP_URL is set, else one that stores mails in `folder`.
 * @throws ConfigurationError when SMTP_URL is set without a sender
 */
export function openMailer(configuration: MailEnv, folder: string, logger: Logger): Mailer {
  const sender = senderOf(configuration);
  const { SMTP_URL } = configuration;
  return SMTP_URL ? new SmtpMailer(SMTP_URL, sender) : new OnDiskMailer(folder, sender, logger);
}

/** Opens the mailbox of the mailer that `openMailer` opens; null if mails are sent. */
export function openMailbox({ SMTP_URL }: MailEnv, folder: string): Mailbox | null {
  return SMTP_URL ? null : new OnDiskMailbox(folder);
}
