import type { Mail, MailAddress } from './mailer.js';

/** A mail that was kept on this machine instead of sent. */
export interface KeptMail {
  /** Of this mailbox alone. */
  readonly id: string;
  readonly to: MailAddress;
  readonly subject: string;
  readonly keptAt: Date;
}

export type OpenedMail = KeptMail & Pick<Mail, 'text' | 'html'>;

/** Reads the mails that a Mailer without a mail server kept. There is one only where there is no mail server. */
export abstract class Mailbox {
  /** The newest first, a hundred at most. */
  abstract list(): Promise<KeptMail[]>;

  /** Null when there is no such mail. */
  abstract open(id: string): Promise<OpenedMail | null>;
}
