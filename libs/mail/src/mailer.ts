export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

export interface Mail {
  readonly to: MailAddress;
  readonly replyTo?: MailAddress | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Stable id of this mail: the same mail sent twice carries the same Message-ID. */
  readonly id: string;
}

/** How mails leave the house. */
export abstract class Mailer {
  /**
   * Resolves once the mail is accepted for delivery (or kept on disk). Rejects when it should be tried again.
   * @throws MailRefusedError when no later try can succeed, as with an address that does not exist
   */
  abstract send(mail: Mail): Promise<void>;

  /** Rejects when mails cannot be sent now. */
  abstract check(): Promise<void>;

  /** Lets mails under way arrive, then lets go of connections. Idempotent. */
  abstract close(): Promise<void>;
}

/** The mail will never be accepted. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
