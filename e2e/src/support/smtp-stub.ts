import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** SMTP server that records all mails. */
export class SmtpStub {
  /** Raw mails, oldest first. */
  readonly mails: string[] = [];

  private constructor(private readonly server: SMTPServer) {}

  static async start(): Promise<SmtpStub> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) => {
        void text(stream).then((mail) => {
          stub.mails.push(mail);
          done();
        });
      },
    });
    const stub = new SmtpStub(server);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return stub;
  }

  /** For SMTP_URL. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    await new Promise<void>((done) => this.server.close(done));
  }
}
