import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileDeleted } from '@waybill/contracts';
import { SmtpMailer } from '@waybill/mail';
import { eventually, freePort } from '@waybill/testing';
import { SMTPServer } from 'smtp-server';
import { DataSource } from 'typeorm';
import { shareOf, SharingUnderTest } from '../testing/sharing-under-test.js';
import { MailSenderService } from './mail-sender.service.js';
import { OutgoingMail } from './outgoing-mail.entity.js';
import { nextAttemptAt } from './outgoing-mail.policy.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

describe('a mail on its way out', () => {
  let sharing: SharingUnderTest;
  beforeEach(async () => void (sharing = await SharingUnderTest.start()));
  afterEach(() => sharing.close());

  /** As when the mail server is down: the place of the mails is taken by something that takes none. */
  const breakMailbox = () => writeFile(sharing.mailbox, 'in the way');
  const repairMailbox = () => rm(sharing.mailbox);

  async function shareWhileDown(): Promise<OutgoingMail> {
    await breakMailbox();
    await sharing.share();
    return sharing.row(({ lastError }) => lastError !== null);
  }

  it('leaves later when the mail server was down', async () => {
    const failed = await shareWhileDown();
    expect(failed).toMatchObject({ attempts: 1, sentAt: null, failedAt: null });
    await repairMailbox();
    sharing.clock.advance(MINUTE_MS);
    expect(await sharing.sweptRow(({ sentAt }) => sentAt !== null)).toMatchObject({
      attempts: 2,
      lastError: null,
    });
    expect(await sharing.arrived(1)).toHaveLength(1);
  });

  it('is still tried after two days without a mail server, and given up, and forgotten, in the end', async () => {
    await shareWhileDown();
    sharing.clock.advance(2 * DAY_MS);
    expect((await sharing.sweptRow(({ attempts }) => attempts === 2)).failedAt).toBeNull();
    sharing.clock.advance(2 * DAY_MS);
    const given = await sharing.sweptRow(({ failedAt }) => failedAt !== null);
    expect(given).toMatchObject({ body: null, nextAttemptAt: null, sentAt: null });
    sharing.clock.advance(27 * DAY_MS);
    await sharing.sweep();
    expect(await sharing.rows()).toEqual([]);
  });

  it('leaves by the sweep when its job was lost', async () => {
    await sharing.share();
    const { id } = await sharing.row(({ sentAt }) => sentAt !== null);
    await rm(sharing.mailbox, { recursive: true });
    const database: DataSource = sharing.service.get(DataSource);
    const body = { text: 'Words', html: '<p>Words</p>' };
    await database.manager.update(
      OutgoingMail,
      { id },
      { sentAt: null, body, nextAttemptAt: sharing.clock.now() },
    );
    await sharing.sweptRow(({ sentAt }) => sentAt !== null);
    expect(await sharing.arrived(1)).toHaveLength(1);
  });

  it('leaves once, however many jobs there are for it', async () => {
    const { id } = await shareWhileDown();
    await repairMailbox();
    sharing.clock.advance(MINUTE_MS);
    const sender = sharing.service.get(MailSenderService);
    await Promise.all([1, 2, 3].map(() => sender.send({ mailId: id })));
    expect(await sharing.row(({ sentAt }) => sentAt !== null)).toMatchObject({ attempts: 2 });
  });

  it('stays while what it tells of is there, and goes with it', async () => {
    await breakMailbox();
    const request = shareOf();
    await sharing.share(request);
    await sharing.service.publish(fileDeleted, request.file.id, { fileId: request.file.id });
    expect(await sharing.rows()).toEqual([]);
  });

  it('is not sent once the file it shares has expired', async () => {
    const deleteAt = new Date(sharing.clock.now().getTime() + 30 * MINUTE_MS).toISOString();
    await breakMailbox();
    await sharing.share({ file: { ...shareOf().file, deleteAt } });
    await sharing.row(({ lastError }) => lastError !== null);
    await repairMailbox();
    sharing.clock.advance(31 * MINUTE_MS);
    expect((await sharing.sweptRow(({ failedAt }) => failedAt !== null)).sentAt).toBeNull();
  });
});

describe('a mail whose receiver does not exist', () => {
  it('is given up at once', async () => {
    const refusal = Object.assign(new Error('No such person'), { responseCode: 550 });
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo: (_to, _session, done) => done(refusal),
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    const from = { name: 'Waybill', address: 'post@waybill.example' };
    const url = `smtp://127.0.0.1:${port}`;
    const sharing = await SharingUnderTest.start(() => new SmtpMailer(url, from));
    await sharing.share();
    const row = await sharing.row(({ failedAt }) => failedAt !== null);
    await sharing.close();
    await new Promise<void>((closed) => server.close(closed));
    expect(row).toMatchObject({ attempts: 1, body: null });
    expect(row.lastError).toContain('No such person');
  });
});

describe('a mail server that is down for an hour', () => {
  it('gets every mail of that hour once it is back, each once', async () => {
    const port = await freePort();
    const from = { name: 'Waybill', address: 'post@waybill.example' };
    const sharing = await SharingUnderTest.start(() => new SmtpMailer(`smtp://127.0.0.1:${port}`, from));
    const receivers = ['ada', 'bob', 'eve'].map((name) => `${name}@example.org`);
    for (const recipientEmail of receivers) {
      await sharing.share({ form: { recipientEmail, recipientName: 'Reader' } });
    }
    // A job that is about to end is not begun again by one sweep, and a try is over once the next one is set.
    const triedTimes = (times: number) =>
      eventually(async () => {
        await sharing.sweep();
        const next = nextAttemptAt(sharing.clock.now(), times);
        for (const row of await sharing.rows())
          expect(row).toMatchObject({ attempts: times, nextAttemptAt: next });
      });
    await triedTimes(1);
    for (const times of [2, 3, 4]) {
      sharing.clock.advance(20 * MINUTE_MS);
      await triedTimes(times);
    }

    const server = await startMailServer(port);
    sharing.clock.advance(60 * MINUTE_MS);
    await eventually(async () => {
      await sharing.sweep();
      for (const { sentAt } of await sharing.rows()) expect(sentAt).not.toBeNull();
    });
    await sharing.close();
    await server.stop();
    expect(server.receivers.toSorted()).toEqual(receivers);
  });
});

/** A mail server that takes everything and remembers for whom. */
async function startMailServer(port: number) {
  const receivers: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      receivers.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.resume();
      stream.once('end', () => done());
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return { receivers, stop: () => new Promise<void>((closed) => server.close(closed)) };
}
