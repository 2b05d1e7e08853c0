import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { linkCodeRequested, MINUTE_MS } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { DeleteMailsOfCodes1795665600000 } from '../database/migrations/1795665600000-delete-mails-of-codes.js';
import { publicUrl, SharingTestApp } from '../testing/sharing-test-app.js';

describe('LinkCodeMailConsumer', () => {
  let sharing: SharingTestApp;
  beforeEach(async () => void (sharing = await SharingTestApp.start()));
  afterEach(() => sharing.close());

  const mailToken = `${randomUUID()}.${'s'.repeat(43)}`;
  async function requestCode(): Promise<void> {
    const linkId = randomUUID();
    const expiresAt = new Date(sharing.clock.now().getTime() + 10 * MINUTE_MS).toISOString();
    await sharing.service.publish(linkCodeRequested, linkId, {
      linkId,
      fileId: randomUUID(),
      bundleId: null,
      slug: 'k3v9x0q7m2ap',
      email: 'ada@example.org',
      code: '041592',
      mailToken,
      expiresAt,
    });
  }
  /** Waits until no mail is queued, after as many sweeps as it takes. */
  const emptied = () =>
    eventually(async () => {
      await sharing.sweep();
      expect(await sharing.rows()).toEqual([]);
    });

  it('mails the code of a link to the address of its visitor', async () => {
    await requestCode();
    const [mail] = await sharing.arrived(1);
    expect(mail).toMatch(/^To: ada@example\.org$/m);
    expect(mail).toContain('Subject: 041592 is your code to open a shared link');
    expect(mail).toContain(`${publicUrl}/l/k3v9x0q7m2ap#mail=${mailToken}`);
  });

  it('keeps neither the code nor the address of its visitor once the mail is sent', async () => {
    await requestCode();
    await sharing.arrived(1);
    await emptied();
  });

  it('keeps neither the code nor the address of its visitor once the mail is given up', async () => {
    // A file in place of the mailbox folder makes every attempt fail.
    await writeFile(sharing.mailbox, 'not a folder');
    await requestCode();
    await sharing.row(({ lastError }) => lastError !== null);
    sharing.clock.advance(10 * MINUTE_MS);
    await emptied();
  });

  it('keeps neither codes nor addresses of visitors that the version before mailed', async () => {
    const database: DataSource = sharing.service.get(DataSource);
    await sharing.share();
    const { toAddress } = await sharing.row(({ sentAt }) => sentAt !== null);
    const now = sharing.clock.now();
    const runner = database.createQueryRunner();
    const migration = new DeleteMailsOfCodes1795665600000();
    await migration.down(runner);
    for (const [subject, sentAt] of [
      ['041592 is your code to open a shared link', now],
      ['Open the link that was shared with you', now],
      ['271828 is your code to open a shared link', null],
    ]) {
      await runner.query(
        `INSERT INTO mails (id, to_name, to_address, subject, body, created_at, expires_at, attempts, next_attempt_at, sent_at)
         VALUES ($1, '', 'grace@example.org', $2, '{"text": "Words", "html": "Words"}', $3, $4, 0, $5, $6)`,
        [
          randomUUID(),
          subject,
          now,
          new Date(now.getTime() + MINUTE_MS),
          sentAt === null ? now : null,
          sentAt,
        ],
      );
    }
    await migration.up(runner);
    await runner.release();
    await eventually(async () => {
      await sharing.sweep();
      expect((await sharing.rows()).map((row) => row.toAddress)).toEqual([toAddress]);
    });
    expect((await sharing.arrived(2)).join('')).toContain('Subject: 271828 is your code');
  });
});
