import type { Mail, MailAddress } from './mailer.js';

/** A mail that was kept on this machine instead of sent. */
export interface StoredMail {
  /** Of this mailbox alone. */
  readonly id: string;
  readonly to: MailAddress;
  readonly subject: string;
  readonly keptAt: Date;
}

export type StoredMailDetail = StoredMail & Pick<Mail, 'text' | 'html'>;

/** Reads the mails that a Mailer without a mail server kept. There is one only where there is no mail server. */
export abstract class Mailbox {
  /** The newest first, a hundred at most. */
  abstract list(): Promise<StoredMail[]>;

  /** Null when there is no such mail. */
  abstract open(id: string): Promise<StoredMailDetail | null>;
}
