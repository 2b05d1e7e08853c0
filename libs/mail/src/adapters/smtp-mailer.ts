import type { Transporter } from 'nodemailer';
import { type Mail, type MailAddress, Mailer, MailRefusedError } from '../mailer.js';
import { compose } from './compose.js';

const CONNECT_TIMEOUT_MS = 10_000;
const SILENCE_TIMEOUT_MS = 30_000;
const SEND_TIMEOUT_MS = 120_000;
/** Time to live of a health check's result. Mail servers treat a login every second as an attack. */
const CHECK_EVERY_MS = 15_000;
const MAIL_ADDRESS = /[^\s<>()[\]"',:;@]{1,64}@[^\s<>()[\]"',:;@]{1,255}/g;

/** Sends mails to an SMTP server over a few pooled connections. */
export class SmtpMailer extends Mailer {
  private readonly transport: Promise<Transporter>;
  private lastCheck: { at: number; outcome: Promise<unknown> } | undefined;

  /** @param url such as `smtps://user:password@mail.example.org` */
  constructor(
    url: string,
    private readonly from: MailAddress,
  ) {
    super();
    this.transport = openTransport(url);
  }

  async send(mail: Mail): Promise<void> {
    try {
      const signal = AbortSignal.timeout(SEND_TIMEOUT_MS);
      const transport = await this.transport;
      await transport.sendMail({ ...compose(mail, this.from), signal });
    } catch (error) {
      hideAddresses(error as Error, this.from);
      if (isFinal(error)) throw new MailRefusedError((error as Error).message, { cause: error });
      throw error;
    }
  }

  async check(): Promise<void> {
    if (!this.lastCheck || Date.now() - this.lastCheck.at > CHECK_EVERY_MS) {
      this.lastCheck = { at: Date.now(), outcome: this.transport.then((transport) => transport.verify()) };
    }
    await this.lastCheck.outcome;
  }

  async close(): Promise<void> {
    (await this.transport).close();
  }
}

/** Imports the library on demand, because an installation without a mail server needs it rarely or never. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Removes addresses from the response of a mail server, because errors are logged. Keeps that of the sender. */
function hideAddresses(error: Error, { address: sender }: MailAddress): void {
  const hidden = (text: string) =>
    text.replace(MAIL_ADDRESS, (address) => (address === sender ? address : '[address hidden]'));
  const { message, stack = '' } = error;
  // The message of a DOMException, such as that of the time limit, cannot be changed.
  if (hidden(message) !== message) error.message = hidden(message);
  if (hidden(stack) !== stack) error.stack = hidden(stack);
}

/**
 * Whether the recipient or the content was refused permanently (RFC 5321: 5yz). All other errors are temporary. So
 * is a refused sender: the operator can correct the configuration.
 */
function isFinal(error: unknown): boolean {
  const {
    code,
    command,
    responseCode = 0,
  } = error as {
    code?: string;
    command?: string;
    responseCode?: number;
  };
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return false;
  return command === 'API' || (command !== 'MAIL FROM' && responseCode >= 500);
}
