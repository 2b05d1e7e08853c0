import type { Mail, MailAddress } from './mailer.js';

/** A mail that was stored on disk instead of sent. */
export interface StoredMail {
  /** Unique within this mailbox. */
  readonly id: string;
  readonly to: MailAddress;
  readonly subject: string;
  readonly keptAt: Date;
}

export type StoredMailDetail = StoredMail & Pick<Mail, 'text' | 'html'>;

/** Reads the mails that a Mailer stored. Exists only in an installation without a mail server. */
export abstract class Mailbox {
  /** Newest first, at most 100. */
  abstract list(): Promise<StoredMail[]>;

  /** Null when there is no such mail. */
  abstract open(id: string): Promise<StoredMailDetail | null>;

  /** Deletes the mails that were stored before a time. */
  abstract deleteBefore(time: Date): Promise<void>;
}
