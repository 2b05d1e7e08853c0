import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail server of a test's own. */
export class SmtpStub {
  /** What was delivered, oldest first, as it came over the wire. */
  readonly mails: string[] = [];

  private constructor(private readonly server: SMTPServer) {}

  static async open(): Promise<SmtpStub> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) => {
        void text(stream).then((mail) => {
          office.mails.push(mail);
          done();
        });
      },
    });
    const office = new SmtpStub(server);
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    return office;
  }

  /** As SMTP_URL takes it. */
  get url(): string {
    return `smtp://127.0.0.1:${(this.server.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((done) => this.server.close(done));
  }
}
