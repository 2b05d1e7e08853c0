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
  /** Stops mails of this kind with one POST (RFC 8058). */
  readonly unsubscribeUrl?: string | undefined;
  /** Stable id of the mail: sent twice, it has the same Message-ID. */
  readonly id: string;
}

/** Port for sending mails. */
export abstract class Mailer {
  /**
   * Resolves once the mail is accepted for delivery or stored on disk. Rejects if it should be sent again later.
   * @throws MailRefusedError when sending again cannot succeed, for example because the address does not exist
   */
  abstract send(mail: Mail): Promise<void>;

  /** Rejects if mails cannot be sent at the moment. */
  abstract check(): Promise<void>;

  /** Closes the connections after the mails in progress. Idempotent. */
  abstract close(): Promise<void>;
}

/** The mail was refused permanently: sending it again cannot succeed. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}
