import { randomUUID } from 'node:crypto';
import {
  bundleChanged,
  bundleCreated,
  createWebhook,
  type DataOf,
  fileDeleted,
  fileExpired,
  fileSettingsChanged,
  firstLinkChanged,
  linkChanged,
  linkUsedUp,
  listWebhookDeliveries,
  noticeAddressed,
  passwordChanged,
  requestReceived,
  userDeleted,
  userSuspensionChanged,
  visitEnded,
  visitStarted,
} from '@waybill/contracts';
import { WebhookReceiver } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { aReceivedFile, aUsedUpLink } from '../testing/sample-events.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';

/** Any event can be overtaken: replicas consume the events of a queue concurrently, and retries are delayed. */
describe('Events that arrive late', () => {
  let sharing: SharingTestApp;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    sharing = await SharingTestApp.start({ allowsPrivateWebhooks: true });
    receiver = await WebhookReceiver.start();
  });
  afterAll(async () => {
    await receiver.close();
    await sharing.close();
  });

  const rows = (sql: string, values: unknown[]) =>
    sharing.service.get<DataSource>(DataSource).query<object[]>(sql, values);
  const now = () => sharing.clock.now().toISOString();
  const changeFile = (userId: string, fileId: string) =>
    sharing.service.publish(fileSettingsChanged, fileId, {
      fileId,
      version: 2,
      userId,
      browserId: null,
      originalName: 'Renamed.pdf',
      size: 12,
      mimeType: 'application/pdf',
      createdAt: now(),
      deleteAt: null,
      isPasswordProtected: false,
    });
  const visitOf = (ownerId: string, fileId: string) => ({
    visitId: randomUUID(),
    ownerId,
    fileId,
    bundleId: null,
    linkId: fileId,
    at: now(),
    name: 'Plans.pdf',
    isOwner: false,
    email: 'grace@example.org',
  });
  const startVisit = (ownerId: string, fileId: string) => {
    const visit = { ...visitOf(ownerId, fileId), visitor: randomUUID(), country: 'Finland', city: '' };
    const seen = { ...visit, device: 'desktop', os: 'Linux', browser: 'Firefox', referrer: '' };
    return sharing.service.publish(visitStarted, visit.visitId, seen);
  };
  const webhook = async (userId: string) => {
    const events = ['visit.started', 'visit.ended', 'link.used-up', 'file.expired', 'file.deleted'] as const;
    const form = { url: receiver.url(), events: [...events] };
    const { id } = await sharing.service.bus.request(createWebhook, { userId, form });
    return async () => {
      const reference = { userId, webhookId: id, cursor: null };
      return (await sharing.service.bus.request(listWebhookDeliveries, reference)).deliveries;
    };
  };
  const isMuted = async (linkId: string) =>
    (await rows('SELECT FROM muted_links WHERE link_id = $1', [linkId])).length > 0;
  const change = (link: Pick<DataOf<typeof linkChanged>, 'linkId' | 'fileId' | 'version' | 'notify'>) =>
    sharing.service.publish(linkChanged, link.linkId, {
      bundleId: null,
      slug: 'offer',
      name: null,
      isActive: true,
      isRevoked: false,
      ...link,
    });

  it('leaves nothing of a visit whose file is deleted before analytics has counted it', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    const deliveries = await webhook(userId);
    await sharing.service.publish(fileDeleted, fileId, { fileId });
    await startVisit(userId, fileId);
    await sharing.service.publish(visitEnded, fileId, {
      ...visitOf(userId, fileId),
      durationSeconds: 1,
      pagesSeen: 1,
      completion: 1,
    });
    expect(await deliveries()).toEqual([]);
    expect(await rows('SELECT FROM notifications WHERE user_id = $1', [userId])).toEqual([]);
    expect(await rows('SELECT FROM notified_visitors WHERE user_id = $1', [userId])).toEqual([]);
  });

  it.each([
    ['by a change', changeFile],
    ['by a visit', startVisit],
    ['not yet', async () => undefined],
  ])(
    'records one deletion of a file whose upload is consumed last, and whose owner was known before: %s',
    async (_how, know) => {
      const [userId, fileId] = [randomUUID(), randomUUID()];
      const deliveries = await webhook(userId);
      await know(userId, fileId);
      await sharing.service.publish(fileDeleted, fileId, { fileId });
      await sharing.upload(userId, { fileId });
      const types = (await deliveries()).map(({ type }) => type);
      expect(types.filter((type) => type === 'file.deleted')).toHaveLength(1);
    },
  );

  it('late events mute a link as its newest change says', async () => {
    const [linkId, fileId] = [randomUUID(), randomUUID()];
    await change({ linkId, fileId, version: 3, notify: false });
    await change({ linkId, fileId, version: 2, notify: true });
    expect(await isMuted(linkId)).toBe(true);
    await change({ linkId, fileId, version: 5, notify: true });
    await change({ linkId, fileId, version: 4, notify: false });
    expect(await isMuted(linkId)).toBe(false);
  });

  it('the newest change decides whether a first link is muted; changes without a version apply as they arrive', async () => {
    const targetId = randomUUID();
    const set = (notify: boolean, version?: number) =>
      sharing.service.publish(firstLinkChanged, targetId, { targetId, notify, ...(version && { version }) });
    await set(true, 3);
    await set(false, 2);
    expect(await isMuted(targetId)).toBe(false);
    await set(false);
    expect(await isMuted(targetId)).toBe(true);
  });

  it('late events unmute a link that was muted by the version that stored no versions', async () => {
    const [linkId, fileId] = [randomUUID(), randomUUID()];
    await rows('INSERT INTO muted_links (link_id, target_id) VALUES ($1, $2)', [linkId, fileId]);
    await change({ linkId, fileId, version: 2, notify: true });
    expect(await isMuted(linkId)).toBe(false);
  });

  it('late events mute no link of a deleted file', async () => {
    const [linkId, fileId] = [randomUUID(), randomUUID()];
    await sharing.service.publish(fileDeleted, fileId, { fileId });
    await change({ linkId, fileId, version: 1, notify: false });
    expect(await isMuted(linkId)).toBe(false);
  });

  it('an account gets its webhooks back, though its suspension is consumed after the end of it', async () => {
    const userId = randomUUID();
    const deliveries = await webhook(userId);
    await sharing.service.publish(userSuspensionChanged, userId, { userId, isSuspended: false, version: 2 });
    await sharing.service.publish(userSuspensionChanged, userId, { userId, isSuspended: true, version: 1 });
    await startVisit(userId, randomUUID());
    expect(await deliveries()).toHaveLength(1);
  });

  it('sends webhooks for a link that is used up and a file that expires before their upload is consumed', async () => {
    const [userId, fileId, linkId] = [randomUUID(), randomUUID(), randomUUID()];
    const deliveries = await webhook(userId);
    const usedUp = {
      linkId,
      fileId,
      slug: 'offer',
      usedUpAt: now(),
      ownerId: userId,
      targetName: 'Plans.pdf',
    };
    await sharing.service.publish(linkUsedUp, linkId, aUsedUpLink(usedUp));
    await sharing.service.publish(fileExpired, fileId, {
      fileId,
      wasAnonymous: false,
      userId,
      originalName: 'Plans.pdf',
    });
    await sharing.upload(userId, { fileId });
    expect((await deliveries()).map(({ type }) => type).toSorted()).toEqual(['file.expired', 'link.used-up']);
    const [notification] = await rows('SELECT kind FROM notifications WHERE user_id = $1', [userId]);
    expect(notification).toEqual({ kind: 'limitUsedUp' });
  });

  it('mails the first view of a file that is consumed before its upload, and not the second', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    const kinds = () => rows('SELECT kind FROM notifications WHERE user_id = $1', [userId]);
    await startVisit(userId, fileId);
    expect(await kinds()).toEqual([{ kind: 'firstView' }]);
    await sharing.upload(userId, { fileId });
    await startVisit(userId, fileId);
    expect(await kinds()).toHaveLength(1);
    expect(await rows('SELECT name, version FROM targets WHERE id = $1', [fileId])).toEqual([
      { name: 'Plans.pdf', version: 1 },
    ]);
  });

  it('counts a received file as opened, though its upload is consumed after it', async () => {
    const [ownerId, fileId, requestId] = [randomUUID(), randomUUID(), randomUUID()];
    await sharing.service.publish(
      requestReceived,
      requestId,
      aReceivedFile({
        ownerId,
        requestId,
        fileId,
        fileName: 'Plans.pdf',
        size: 12,
        senderName: null,
        receivedAt: now(),
      }),
    );
    await sharing.upload(ownerId, { fileId });
    expect(await rows('SELECT FROM targets WHERE id = $1 AND opened_at IS NULL', [fileId])).toEqual([]);
  });

  it('mails the first view of a file and a bundle whose creation is consumed after their first change', async () => {
    const [userId, fileId, bundleId] = [randomUUID(), randomUUID(), randomUUID()];
    await changeFile(userId, fileId);
    await sharing.upload(userId, { fileId });
    const bundle = {
      bundleId,
      userId,
      browserId: null,
      name: 'Offer',
      size: 24,
      fileCount: 2,
      createdAt: now(),
      deleteAt: null,
      isPasswordProtected: false,
    };
    await sharing.service.publish(bundleChanged, bundleId, { ...bundle, name: 'Changed', version: 2 });
    await sharing.service.publish(bundleCreated, bundleId, { ...bundle, version: 1 });
    expect(
      await rows('SELECT name, version, opened_at FROM targets WHERE user_id = $1 ORDER BY name', [userId]),
    ).toEqual([
      { name: 'Changed', version: 2, opened_at: null },
      { name: 'Renamed.pdf', version: 2, opened_at: null },
    ]);
    await startVisit(userId, fileId);
    await startVisit(userId, bundleId);
    await startVisit(userId, fileId);
    expect(await rows('SELECT kind FROM notifications WHERE user_id = $1', [userId])).toEqual([
      { kind: 'firstView' },
      { kind: 'firstView' },
    ]);
  });

  it('counts a file as opened that was visited before its upload is consumed, and after its first change', async () => {
    const [userId, fileId] = [randomUUID(), randomUUID()];
    await changeFile(userId, fileId);
    await startVisit(userId, fileId);
    await sharing.upload(userId, { fileId });
    expect(await rows('SELECT FROM targets WHERE id = $1 AND opened_at IS NULL', [fileId])).toEqual([]);
    await startVisit(userId, fileId);
    expect(await rows('SELECT FROM notifications WHERE user_id = $1', [userId])).toEqual([]);
  });

  it('keeps nothing of an anonymous file whose upload is consumed after it expired', async () => {
    const fileId = randomUUID();
    await sharing.service.publish(fileExpired, fileId, { fileId, wasAnonymous: true });
    await sharing.upload(null, { fileId, browserId: randomUUID(), deleteAt: now() });
    expect(await rows('SELECT name FROM targets WHERE id = $1', [fileId])).toEqual([{ name: '' }]);
  });

  it('mails nothing to a deleted account', async () => {
    const userId = randomUUID();
    const person = { userId, name: 'Ada', email: 'gone@example.org' };
    await sharing.service.publish(userDeleted, userId, { userId });
    await sharing.service.publish(passwordChanged, userId, person);
    await sharing.service.publish(noticeAddressed, userId, {
      ...person,
      notice: 'file-restored',
      fileId: randomUUID(),
      fileName: 'Plans.pdf',
      detail: '',
    });
    expect(await rows('SELECT FROM mails WHERE to_address = $1', [person.email])).toEqual([]);
  });
});
