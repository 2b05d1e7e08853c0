import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { mailerContract, mailOf, readMail } from '../mailer.contract.js';
import { MailRefusedError } from '../mailer.js';
import { SmtpMailer } from './smtp-mailer.js';

interface Delivery {
  readonly from: string;
  readonly to: string[];
  readonly raw: string;
}

function refusal(responseCode: number, text = 'No'): Error {
  return Object.assign(new Error(text), { responseCode });
}

describe('SmtpMailer', () => {
  const from = { name: 'Waybill', address: 'post@example.org' };
  let server: SMTPServer;
  let port: number;
  let mailer: SmtpMailer;
  let deliveries: Delivery[];

  beforeEach(async () => {
    deliveries = [];
    server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) =>
        username === 'waybill' && password === 'secret' ? done(null, { user: username }) : done(refusal(535)),
      onRcptTo: ({ address }, _session, done) => {
        if (address.startsWith('unknown')) done(refusal(550, `<${address}>: no such mailbox`));
        else if (address.startsWith('busy'))
          done(refusal(450, `<${address}>: busy, alias of ada@internal.example`));
        else done();
      },
      onData: (stream, { envelope }, done) => {
        void text(stream).then((raw) => {
          const sender = envelope.mailFrom ? envelope.mailFrom.address : '';
          deliveries.push({ from: sender, to: envelope.rcptTo.map(({ address }) => address), raw });
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    port = (server.server.address() as AddressInfo).port;
    mailer = new SmtpMailer(`smtp://waybill:secret@127.0.0.1:${port}`, from);
  });

  afterEach(async () => {
    await mailer.close();
    await new Promise<void>((closed) => server.close(closed));
  });

  mailerContract(
    () => mailer,
    (id) => Promise.resolve(readMail(deliveries.findLast(({ raw }) => raw.includes(id))!.raw)),
  );

  it('delivers to the recipient alone, even if the name contains another address', async () => {
    await mailer.send(mailOf({ to: { name: 'Ada, eve@example.org', address: 'ada@example.org' } }));
    expect(deliveries.map(({ from: sender, to }) => [sender, to])).toEqual([
      ['post@example.org', ['ada@example.org']],
    ]);
  });

  it('distinguishes a recipient that does not exist from one that is temporarily unavailable', async () => {
    const unknown = mailOf({ to: { name: '', address: 'unknown@example.org' } });
    await expect(mailer.send(unknown)).rejects.toBeInstanceOf(MailRefusedError);
    const busy = mailer.send(mailOf({ to: { name: '', address: 'busy@example.org' } }));
    await expect(busy).rejects.not.toBeInstanceOf(MailRefusedError);
  });

  it.each(['unknown', 'busy'])(
    'leaves the addresses out of a refusal, which mail servers repeat and the log shows: %s',
    async (name) => {
      const mail = mailOf({ to: { name: '', address: `${name}@example.org` } });
      const error = await mailer.send(mail).catch((thrown: unknown) => thrown as Error);
      const { message, stack, cause } = error as Error & { readonly cause?: Error };
      expect(message).toMatch(/<\[address hidden\]>: (no such mailbox|busy)/);
      expect([message, stack, cause?.message, cause?.stack].join('')).not.toMatch(/@(example\.org|internal)/);
    },
  );

  it('rejects with a temporary error when the login fails or the server is unavailable', async () => {
    const unauthorized = new SmtpMailer(`smtp://waybill:wrong@127.0.0.1:${port}`, from);
    const sending = unauthorized.send(mailOf());
    await expect(sending).rejects.toThrow('535');
    await expect(sending).rejects.not.toBeInstanceOf(MailRefusedError);
    await expect(unauthorized.check()).rejects.toThrow();
    await unauthorized.close();
    await new Promise<void>((closed) => server.close(closed));
    await expect(mailer.send(mailOf())).rejects.not.toBeInstanceOf(MailRefusedError);
    await expect(mailer.check()).rejects.toThrow();
  });

  it('checks the server once for several health checks in a row', async () => {
    let logIns = 0;
    server.on('connect', () => (logIns += 1));
    await Promise.all([mailer.check(), mailer.check(), mailer.check()]);
    await mailer.check();
    expect(logIns).toBe(1);
  });
});
