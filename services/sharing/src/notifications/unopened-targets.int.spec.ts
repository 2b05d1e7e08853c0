import { randomUUID } from 'node:crypto';
import {
  bundleCreated,
  type DataOf,
  DAY_MS,
  fileInfected,
  fileTakenDown,
  HOUR_MS,
  notificationAddressed,
  notificationRaised,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { OutgoingMail } from '../outgoing-mails/outgoing-mail.entity.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';
import { NotificationSweep } from './notification.sweep.js';

describe('Warnings of unopened files and bundles', () => {
  let sharing: SharingTestApp;
  beforeAll(async () => void (sharing = await SharingTestApp.start()));
  afterAll(() => sharing.close());

  const inHours = (hours: number) => new Date(sharing.clock.now().getTime() + hours * HOUR_MS).toISOString();
  const upload = (userId: string, originalName: string, deleteAt: string) =>
    sharing.upload(userId, { originalName, deleteAt });
  const bundle = (userId: string, name: string, deleteAt: string) => {
    const bundleId = randomUUID();
    return sharing.service.publish(bundleCreated, bundleId, {
      bundleId,
      version: 1,
      userId,
      browserId: null,
      name,
      size: 24,
      fileCount: 2,
      createdAt: inHours(0),
      deleteAt,
      isPasswordProtected: false,
    });
  };
  const sweep = () => sharing.service.get<NotificationSweep>(NotificationSweep).sweep();
  /** Subjects and texts of the queued mails of an account. */
  const mailsOf = async (userId: string) => {
    const { manager } = sharing.service.get<DataSource>(DataSource);
    const mails: { subject: string; text: string; targetId: string | null }[] = [];
    for (const { type, subject, data } of sharing.service.published()) {
      if (type !== notificationRaised.type || subject !== userId) continue;
      const { notificationId: id } = data as DataOf<typeof notificationRaised>;
      // Reads the values before the mail is queued: sending the mail deletes its text.
      const [notification] = await manager.query<{ values: Record<string, string> }[]>(
        'SELECT values FROM notifications WHERE id = $1',
        [id],
      );
      const address = { notificationId: id, userId, name: 'Ada', email: 'ada@example.org' };
      await sharing.service.publish(notificationAddressed, id, address);
      const mail = await manager.findOneByOrFail(OutgoingMail, { id });
      const text = JSON.stringify(notification?.values);
      mails.push({ subject: mail.subject, text, targetId: mail.targetId });
    }
    return mails;
  };

  it('warns of all files and bundles of an owner that expire within an hour in one mail, which lists twenty names', async () => {
    const userId = randomUUID();
    const deleteAt = inHours(30);
    for (let at = 10; at < 40; at += 1) await upload(userId, `${at}.jpg`, deleteAt);
    await bundle(userId, 'Holidays', inHours(30.5));
    await upload(userId, 'later.jpg', inHours(32));
    sharing.clock.advance(6 * HOUR_MS);
    await sweep();
    sharing.clock.advance(HOUR_MS / 2);
    await sweep();
    const [mail, ...others] = await mailsOf(userId);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Nobody has opened 30 files and 1 bundle');
    // A file or bundle of its own would delete the warning of all others with it.
    expect(mail?.targetId).toBeNull();
    const { lines = '', link } = JSON.parse(mail?.text ?? '') as Record<string, string>;
    expect(lines.split('\n')).toEqual([
      '• Holidays',
      ...Array.from({ length: 19 }, (_, index) => expect.stringContaining(String(index + 10)) as string),
      'and 11 more',
    ]);
    expect(link).toBe('https://waybill.example/upload');
  });

  it('warns of files in one mail of their owner, though two replicas look for them at the same time', async () => {
    const userId = randomUUID();
    for (let at = 0; at < 30; at += 1) await upload(userId, `${at}.jpg`, inHours(30));
    const other = randomUUID();
    await upload(other, 'Plans.jpg', inHours(30));
    sharing.clock.advance(7 * HOUR_MS);
    const replica = await sharing.startReplica();
    try {
      const sweeps = [sharing.service, replica].map((service) =>
        service.get<NotificationSweep>(NotificationSweep),
      );
      await Promise.all([...sweeps, ...sweeps].map((one) => one.sweep()));
      const counts = await sharing.service
        .get<DataSource>(DataSource)
        .query<object[]>(
          `SELECT user_id, values ->> 'count' AS count FROM notifications WHERE user_id = ANY ($1)`,
          [[userId, other]],
        );
      expect(counts).toHaveLength(2);
      expect(counts).toContainEqual({ user_id: userId, count: '30 files' });
      expect(counts).toContainEqual({ user_id: other, count: null });
    } finally {
      await replica.close();
    }
  });

  it('does not warn of a file that was taken down or is infected, whichever of its events comes first', async () => {
    const userId = randomUUID();
    const moderate = async (fileId: string) => {
      const file = { fileId, userId, originalName: 'Plans.jpg' };
      await sharing.service.publish(fileTakenDown, fileId, { ...file, reason: 'Phishing' });
      await sharing.service.publish(fileInfected, fileId, { ...file, finding: 'Eicar-Test' });
    };
    await moderate(await upload(userId, 'Plans.jpg', inHours(40)));
    const fileId = randomUUID();
    await moderate(fileId);
    await sharing.upload(userId, { fileId, originalName: 'Plans.jpg', deleteAt: inHours(40) });
    await upload(userId, 'Offer.jpg', inHours(40));
    sharing.clock.advance(DAY_MS);
    await sweep();
    expect((await mailsOf(userId)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/^Nobody has opened “Offer.+jpg”$/),
    ]);
  });
});
