export interface Mail {
  readonly to: { readonly name: string; readonly address: string };
  readonly replyTo?: { readonly name: string; readonly address: string } | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Stable id of this mail: the same mail sent twice carries the same Message-ID. */
  readonly id: string;
}

/** How mails leave the house. */
export abstract class Mailer {
  /** Resolves once the mail is accepted for delivery (or kept on disk). Rejects when it should be tried again. */
  abstract send(mail: Mail): Promise<void>;

  /** Rejects when mails cannot be sent now. */
  abstract check(): Promise<void>;
}
