import { randomUUID } from 'node:crypto';
import {
  bundleCreated,
  changeNotificationSettings,
  type DataOf,
  DAY_MS,
  firstLinkChanged,
  getNotificationSettings,
  HOUR_MS,
  linkUsedUp,
  notificationAddressed,
  notificationRaised,
  type NotificationSettings,
  requestReceived,
  unsubscribe,
  userDeleted,
  visitStarted,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { OutgoingMail } from '../outgoing-mails/outgoing-mail.entity.js';
import { aReceivedFile, aUsedUpLink, aVisit } from '../testing/sample-events.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';
import { NotificationSweep } from './notification.sweep.js';

describe('Notifications', () => {
  let sharing: SharingTestApp;
  beforeAll(async () => void (sharing = await SharingTestApp.start()));
  afterAll(() => sharing.close());

  const now = () => sharing.clock.now().toISOString();
  const set = (userId: string, form: Partial<NotificationSettings>) =>
    sharing.service.bus.request(changeNotificationSettings, { userId, form });
  const only = (userId: string, form: Partial<NotificationSettings>) =>
    set(userId, {
      firstView: false,
      everyView: false,
      dailySummary: false,
      limitUsedUp: false,
      unopenedBeforeExpiry: false,
      filesReceived: false,
      ...form,
    });
  const uploadUntil = (userId: string, deleteAt: Date) =>
    sharing.upload(userId, { deleteAt: deleteAt.toISOString() });
  const visit = async (
    ownerId: string,
    fileId: string,
    changes: Partial<DataOf<typeof visitStarted>> = {},
  ) => {
    const seen = aVisit({ ownerId, fileId, linkId: fileId, at: now(), ...changes });
    await sharing.service.publish(visitStarted, seen.visitId, seen);
  };
  const receiveFile = (ownerId: string, fileName: string, senderName: string, requestId = randomUUID()) => {
    const senderEmail = 'sent@sender.example';
    const received = { ownerId, requestId, fileName, senderName, senderEmail, receivedAt: now() };
    return sharing.service.publish(requestReceived, requestId, aReceivedFile(received));
  };
  /** The mails of an account, once auth has added its address to its notifications. */
  const mailsOf = async (userId: string): Promise<OutgoingMail[]> => {
    const database: DataSource = sharing.service.get(DataSource);
    for (const { type, subject, data } of sharing.service.published()) {
      if (type !== notificationRaised.type || subject !== userId) continue;
      const { notificationId } = data as DataOf<typeof notificationRaised>;
      if (await database.manager.existsBy(OutgoingMail, { id: notificationId })) continue;
      await sharing.service.publish(notificationAddressed, notificationId, {
        notificationId,
        userId,
        name: 'Ada',
        email: 'ada@example.org',
      });
    }
    return database.manager.find(OutgoingMail, { where: { userId }, order: { createdAt: 'ASC' } });
  };
  const subjectsOf = async (userId: string) => (await mailsOf(userId)).map(({ subject }) => subject);
  const sweep = () => sharing.service.get<NotificationSweep>(NotificationSweep).sweep();

  it('mails the first view of a file once, with one-click unsubscribe', async () => {
    const userId = randomUUID();
    const fileId = await sharing.upload(userId);
    await visit(userId, fileId, { email: 'grace@example.org' });
    await visit(userId, fileId, { visitor: 'v2' });
    const [mail, ...others] = await mailsOf(userId);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('“Plans.pdf” was opened for the first time');
    expect(mail?.unsubscribeUrl).toContain('/api/notifications/unsubscribe?key=');
    const raw = (await sharing.arrived(1)).at(-1);
    expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/waybill\.example\/api\/notifications\/unsubscribe\?/m);
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m);
    expect(raw).toContain('Helsinki, Finland');
    // The visitor's address must not become a link.
    expect(raw).not.toContain('grace@example.org');
  });

  it('mails every view, at most one of a visitor in an hour, and one for a visit that is also the first', async () => {
    const userId = randomUUID();
    await only(userId, { firstView: true, everyView: true });
    const fileId = await sharing.upload(userId);
    await visit(userId, fileId);
    await visit(userId, fileId);
    await visit(userId, fileId, { visitor: 'v2' });
    expect(await subjectsOf(userId)).toHaveLength(2);
    sharing.clock.advance(HOUR_MS);
    await visit(userId, fileId);
    expect((await subjectsOf(userId)).toSorted()).toEqual([
      '“Plans.pdf” was opened',
      '“Plans.pdf” was opened',
      '“Plans.pdf” was opened for the first time',
    ]);
  });

  it('mails a visit of a bundle once, whatever the visitor opened in it', async () => {
    const userId = randomUUID();
    await only(userId, { firstView: true, everyView: true, unopenedBeforeExpiry: true });
    const deleteAt = new Date(sharing.clock.now().getTime() + 30 * HOUR_MS);
    const fileIds = [await uploadUntil(userId, deleteAt), await uploadUntil(userId, deleteAt)];
    const bundleId = randomUUID();
    await sharing.service.publish(bundleCreated, bundleId, {
      bundleId,
      version: 1,
      userId,
      browserId: null,
      name: 'Offer',
      size: 24,
      fileCount: 2,
      createdAt: sharing.clock.now().toISOString(),
      deleteAt: null,
      isPasswordProtected: false,
    });
    for (const fileId of fileIds) await visit(userId, fileId, { throughBundleId: bundleId });
    await visit(userId, bundleId, { fileId: null, bundleId, name: 'Offer' });
    expect(await subjectsOf(userId)).toEqual(['“Offer” was opened for the first time']);
    sharing.clock.advance(7 * HOUR_MS);
    await sweep();
    expect(await subjectsOf(userId)).toHaveLength(1);
  });

  it('mails nothing for the owner, and nothing for a link that is muted', async () => {
    const userId = randomUUID();
    await only(userId, { firstView: true, everyView: true });
    const fileId = await sharing.upload(userId);
    await visit(userId, fileId, { isOwner: true });
    await sharing.service.publish(firstLinkChanged, fileId, { targetId: fileId, notify: false });
    await visit(userId, fileId);
    expect(await subjectsOf(userId)).toEqual([]);
    await sharing.service.publish(firstLinkChanged, fileId, { targetId: fileId, notify: true });
    await visit(userId, fileId);
    expect(await subjectsOf(userId)).toEqual(['“Plans.pdf” was opened for the first time']);
  });

  it('sums up a day on the next one, and sends nothing for a day without views', async () => {
    const userId = randomUUID();
    await only(userId, { dailySummary: true });
    const fileId = await sharing.upload(userId);
    await visit(userId, fileId);
    await visit(userId, fileId, { visitor: 'v2' });
    await sweep();
    expect(await subjectsOf(userId)).toEqual([]);
    sharing.clock.advance(DAY_MS + 7 * HOUR_MS);
    await sweep();
    expect(await subjectsOf(userId)).toEqual([expect.stringMatching(/^2 views on /)]);
    sharing.clock.advance(DAY_MS);
    await sweep();
    expect(await subjectsOf(userId)).toHaveLength(1);
  });

  it('warns 24 hours before a file expires that nobody has opened, once', async () => {
    const userId = randomUUID();
    await only(userId, { unopenedBeforeExpiry: true });
    const in30Hours = new Date(sharing.clock.now().getTime() + 30 * HOUR_MS);
    await uploadUntil(userId, in30Hours);
    const opened = await uploadUntil(userId, in30Hours);
    await visit(userId, opened);
    await uploadUntil(userId, new Date(sharing.clock.now().getTime() + 20 * HOUR_MS));
    await sweep();
    expect(await subjectsOf(userId)).toEqual([]);
    sharing.clock.advance(7 * HOUR_MS);
    await sweep();
    await sweep();
    expect(await subjectsOf(userId)).toEqual(['Nobody has opened “Plans.pdf”']);
  });

  it('mails that a link is used up', async () => {
    const userId = randomUUID();
    const fileId = await sharing.upload(userId);
    const usedUp = aUsedUpLink({ fileId, name: 'Grace', usedUpAt: now() });
    await sharing.service.publish(linkUsedUp, fileId, usedUp);
    expect(await subjectsOf(userId)).toEqual(['The link to “Plans.pdf” is used up']);
  });

  it('puts files of one sender within a short time into one mail', async () => {
    const userId = randomUUID();
    const requestId = randomUUID();
    const receive = (fileName: string, sender: string) => receiveFile(userId, fileName, sender, requestId);
    await receive('a.pdf', 'Grace');
    await receive('b.pdf', 'Grace');
    await receive('c.pdf', 'Click on evil.example now');
    sharing.clock.advance(20_000);
    await sweep();
    expect((await subjectsOf(userId)).toSorted()).toEqual([
      'Grace sent 2 files for “Scans”',
      'You received 1 file for “Scans”',
    ]);
    await receive('d.pdf', 'Grace');
    sharing.clock.advance(20_000);
    await sweep();
    expect(await subjectsOf(userId)).toHaveLength(3);
  });

  it('keeps nothing of a visitor or a sender once the mail is queued', async () => {
    const userId = randomUUID();
    const fileId = await sharing.upload(userId);
    await visit(userId, fileId, { email: 'grace@visitor.example' });
    await receiveFile(userId, 'a.pdf', 'Alan');
    sharing.clock.advance(20_000);
    await sweep();
    expect(await subjectsOf(userId)).toHaveLength(2);
    const rows: { kept: string }[] = await sharing.service
      .get<DataSource>(DataSource)
      .query('SELECT row_to_json(kept)::text AS kept FROM notifications AS kept WHERE user_id = $1', [
        userId,
      ]);
    expect(rows).toHaveLength(2);
    expect(rows.map(({ kept }) => kept).join()).not.toMatch(/visitor\.example|sender\.example|Alan|Helsinki/);
  });

  it('sends no mail twice while two replicas look for what is due', async () => {
    const userId = randomUUID();
    await set(userId, { dailySummary: true, firstView: false });
    const fileId = await sharing.upload(userId);
    await visit(userId, fileId);
    await uploadUntil(userId, new Date(sharing.clock.now().getTime() + 3 * DAY_MS));
    await receiveFile(userId, 'north.pdf', 'Grace');
    sharing.clock.advance(2.5 * DAY_MS);
    const replica = await sharing.startReplica();
    try {
      const sweeps = [sharing.service, replica].map((service) =>
        service.get<NotificationSweep>(NotificationSweep),
      );
      await Promise.all([...sweeps, ...sweeps].map((one) => one.sweep()));
      const raised = [sharing.service, replica]
        .flatMap((service) => service.published())
        .filter(({ type, subject }) => type === notificationRaised.type && subject === userId);
      const ids = raised.map(({ data }) => (data as DataOf<typeof notificationRaised>).notificationId);
      expect(new Set(ids).size).toBe(3);
      const kinds: { kind: string }[] = await sharing.service
        .get<DataSource>(DataSource)
        .query('SELECT kind FROM notifications WHERE user_id = $1 ORDER BY kind', [userId]);
      expect(kinds.map(({ kind }) => kind)).toEqual([
        'dailySummary',
        'filesReceived',
        'unopenedBeforeExpiry',
      ]);
    } finally {
      await replica.close();
    }
  });

  it('stops one kind of mail by the key in it, and knows no other key', async () => {
    const userId = randomUUID();
    const fileId = await sharing.upload(userId);
    await visit(userId, fileId);
    const [mail] = await mailsOf(userId);
    const { searchParams } = new URL(mail?.unsubscribeUrl ?? '');
    const key = searchParams.get('key') ?? '';
    expect(searchParams.get('kind')).toBe('firstView');
    await sharing.service.bus.request(unsubscribe, { key: randomUUID(), kind: 'limitUsedUp' });
    await sharing.service.bus.request(unsubscribe, { key, kind: 'firstView' });
    expect(await sharing.service.bus.request(getNotificationSettings, { userId })).toEqual({
      firstView: false,
      everyView: false,
      dailySummary: false,
      limitUsedUp: true,
      unopenedBeforeExpiry: true,
      filesReceived: true,
    });
  });

  it('forgets an account with its mails and settings', async () => {
    const userId = randomUUID();
    await only(userId, { everyView: true, dailySummary: true });
    await visit(userId, await sharing.upload(userId));
    await sharing.service.publish(userDeleted, userId, { userId });
    const database: DataSource = sharing.service.get(DataSource);
    for (const table of [
      'notifications',
      'notification_settings',
      'notified_visitors',
      'daily_views',
      'targets',
    ]) {
      const rows: unknown[] = await database.query(`SELECT 1 FROM ${table} WHERE user_id = $1`, [userId]);
      expect([table, rows]).toEqual([table, []]);
    }
  });
});
