import { once } from 'node:events';
import { readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { fileDeleted, MINUTE_MS, DAY_MS } from '@waybill/contracts';
import { SmtpMailer } from '@waybill/mail';
import { eventually, freePort } from '@waybill/testing';
import { SMTPServer } from 'smtp-server';
import { DataSource } from 'typeorm';
import { shareOf, SharingTestApp } from '../testing/sharing-test-app.js';
import { MailSenderService } from './mail-sender.service.js';
import { OutgoingMail } from './outgoing-mail.entity.js';
import { nextMailAttemptAt } from './outgoing-mail.policy.js';

describe('outgoing mails', () => {
  let sharing: SharingTestApp;
  beforeEach(async () => void (sharing = await SharingTestApp.start()));
  afterEach(() => sharing.close());

  /** Simulates an outage of the mail server: a file in place of the mailbox folder makes every write fail. */
  const breakMailbox = () => writeFile(sharing.mailbox, 'not a folder');
  const repairMailbox = () => rm(sharing.mailbox);

  async function shareWhileDown(): Promise<OutgoingMail> {
    await breakMailbox();
    await sharing.share();
    return sharing.row(({ lastError }) => lastError !== null);
  }

  it('sends a mail later when the mail server was down', async () => {
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

  it('retries a mail for three days, then marks it as failed and deletes it after a month', async () => {
    await shareWhileDown();
    sharing.clock.advance(2 * DAY_MS);
    // The attempt has ended once the next one is scheduled. Before that, it would be scheduled by the advanced clock.
    const next = nextMailAttemptAt(sharing.clock.now(), 2).getTime();
    const retried = await sharing.sweptRow(({ nextAttemptAt: at }) => at?.getTime() === next);
    expect(retried).toMatchObject({ attempts: 2, failedAt: null });
    sharing.clock.advance(2 * DAY_MS);
    const failed = await sharing.sweptRow(({ failedAt }) => failedAt !== null);
    expect(failed).toMatchObject({ body: null, nextAttemptAt: null, sentAt: null });
    sharing.clock.advance(27 * DAY_MS);
    await sharing.sweep();
    expect(await sharing.rows()).toEqual([]);
  });

  it('deletes mails that are kept on disk after a month', async () => {
    await sharing.share();
    await sharing.arrived(1);
    const untilMonthAfterStoring = Date.now() + 31 * DAY_MS - sharing.clock.now().getTime();
    sharing.clock.advance(untilMonthAfterStoring - 2 * DAY_MS);
    await sharing.sweep();
    expect(await readdir(sharing.mailbox)).toHaveLength(1);
    sharing.clock.advance(2 * DAY_MS);
    await sharing.sweep();
    expect(await readdir(sharing.mailbox)).toEqual([]);
  });

  it('sends a mail by the sweep when its job was lost', async () => {
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

  it('sends a mail once when several jobs run for it', async () => {
    const { id } = await shareWhileDown();
    await repairMailbox();
    sharing.clock.advance(MINUTE_MS);
    const sender = sharing.service.get(MailSenderService);
    await Promise.all([1, 2, 3].map(() => sender.send({ mailId: id })));
    expect(await sharing.row(({ sentAt }) => sentAt !== null)).toMatchObject({ attempts: 2 });
  });

  it('deletes an unsent mail when its file is deleted', async () => {
    await breakMailbox();
    const request = shareOf();
    await sharing.share(request);
    await sharing.service.publish(fileDeleted, request.file.id, { fileId: request.file.id });
    expect(await sharing.rows()).toEqual([]);
  });

  it('does not send a mail after its file has expired', async () => {
    const deleteAt = new Date(sharing.clock.now().getTime() + 30 * MINUTE_MS).toISOString();
    await breakMailbox();
    await sharing.share({ file: { ...shareOf().file, deleteAt } });
    await sharing.row(({ lastError }) => lastError !== null);
    await repairMailbox();
    sharing.clock.advance(31 * MINUTE_MS);
    expect((await sharing.sweptRow(({ failedAt }) => failedAt !== null)).sentAt).toBeNull();
  });
});

describe('a mail that the mail server refuses', () => {
  it('a mail that the mail server refuses is marked as failed after one attempt', async () => {
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
    const sharing = await SharingTestApp.start({ openMailer: () => new SmtpMailer(url, from) });
    await sharing.share();
    const row = await sharing.row(({ failedAt }) => failedAt !== null);
    await sharing.close();
    await new Promise<void>((closed) => server.close(closed));
    expect(row).toMatchObject({ attempts: 1, body: null });
    expect(row.lastError).toContain('No such person');
  });
});

describe('outgoing mails during an outage of the mail server', () => {
  it('outgoing mails are each delivered once after an outage of one hour', async () => {
    const port = await freePort();
    const from = { name: 'Waybill', address: 'post@waybill.example' };
    const sharing = await SharingTestApp.start({
      openMailer: () => new SmtpMailer(`smtp://127.0.0.1:${port}`, from),
    });
    const recipients = ['ada', 'bob', 'eve'].map((name) => `${name}@example.org`);
    for (const recipientEmail of recipients) {
      await sharing.share({ form: { recipientEmail, recipientName: 'Reader' } });
    }
    // Sweeps repeatedly, because a running job is not enqueued again. An attempt has ended once the next one is
    // scheduled.
    const waitForAttempts = (times: number) =>
      eventually(async () => {
        await sharing.sweep();
        const next = nextMailAttemptAt(sharing.clock.now(), times);
        for (const row of await sharing.rows())
          expect(row).toMatchObject({ attempts: times, nextAttemptAt: next });
      });
    await waitForAttempts(1);
    for (const times of [2, 3, 4]) {
      sharing.clock.advance(20 * MINUTE_MS);
      await waitForAttempts(times);
    }

    const server = await startMailServer(port);
    sharing.clock.advance(60 * MINUTE_MS);
    await eventually(async () => {
      await sharing.sweep();
      for (const { sentAt } of await sharing.rows()) expect(sentAt).not.toBeNull();
    });
    await sharing.close();
    await server.stop();
    expect(server.recipients.toSorted()).toEqual(recipients);
  });
});

/** Starts a mail server that accepts every mail and records the recipients. */
async function startMailServer(port: number) {
  const recipients: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
      stream.resume();
      stream.once('end', () => done());
    },
  });
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  return { recipients, stop: () => new Promise<void>((closed) => server.close(closed)) };
}
