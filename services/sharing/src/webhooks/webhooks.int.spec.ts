import { randomUUID } from 'node:crypto';
import {
  changeWebhook,
  createWebhook,
  DAY_MS,
  deleteWebhook,
  fileDeleted,
  fileExpired,
  fileInfected,
  fileTakenDown,
  linkUsedUp,
  listWebhookDeliveries,
  listWebhooks,
  notificationAddressed,
  notificationRaised,
  requestReceived,
  resendWebhookDelivery,
  userDeleted,
  userSuspensionChanged,
  visitEnded,
  visitStarted,
  type WebhookEvent,
  webhookEventSchema,
} from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { aReceivedFile, aUsedUpLink, aVisit } from '../testing/sample-events.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';

describe('Webhooks', () => {
  let sharing: SharingTestApp;
  let receiver: WebhookReceiver;
  beforeAll(async () => void (sharing = await SharingTestApp.start({ allowsPrivateWebhooks: true })));
  afterAll(() => sharing.close());
  beforeEach(async () => void (receiver = await WebhookReceiver.start()));
  afterEach(() => receiver.close());

  const create = (
    userId: string,
    events: readonly WebhookEvent[] = webhookEventSchema.options,
    url?: string,
  ) =>
    sharing.service.bus.request(createWebhook, {
      userId,
      form: { url: url ?? receiver.url(), events: [...events] },
    });
  const deliveriesOf = async (userId: string, webhookId: string) =>
    (await sharing.service.bus.request(listWebhookDeliveries, { userId, webhookId, cursor: null }))
      .deliveries;
  const bodies = () => receiver.posts.map(({ body }) => JSON.parse(body) as { type: string; data: object });
  const delivered = (userId: string, id: string, status: string) =>
    eventually(async () => {
      const [last] = await deliveriesOf(userId, id);
      if (last?.status !== status) throw new Error(JSON.stringify(last));
      return last;
    });

  it('signs a delivery as Standard Webhooks does, and logs it', async () => {
    const userId = randomUUID();
    const { id, secret } = await create(userId);
    const fileId = await sharing.upload(userId);
    const [post] = await receiver.arrived(1);
    const headers = post?.headers ?? {};
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const expected = new StandardWebhook(secret).sign(String(headers['webhook-id']), at, post?.body ?? '');
    expect(headers['webhook-signature']).toBe(expected);
    expect(bodies()[0]).toEqual({
      type: 'upload.finished',
      timestamp: sharing.clock.now().toISOString(),
      data: expect.objectContaining({ fileId, originalName: 'Plans.pdf', size: 12 }),
    });
    const delivery = await delivered(userId, id, 'delivered');
    expect(delivery).toMatchObject({
      id: headers['webhook-id'],
      attempts: 1,
      responseStatus: 204,
      error: null,
    });
  });

  it('sends what happens with a file, in order, and nothing of other accounts', async () => {
    const userId = randomUUID();
    await create(userId);
    const stranger = await sharing.upload(randomUUID());
    const fileId = await sharing.upload(userId);
    const file = { fileId, userId, originalName: 'Plans.pdf' };
    await sharing.service.publish(fileInfected, fileId, { ...file, finding: 'Eicar-Test' });
    await sharing.service.publish(fileTakenDown, fileId, { ...file, reason: 'Phishing' });
    const usedUp = aUsedUpLink({ fileId, usedUpAt: sharing.clock.now().toISOString() });
    await sharing.service.publish(linkUsedUp, fileId, usedUp);
    await sharing.service.publish(fileExpired, fileId, { fileId });
    await sharing.service.publish(fileDeleted, fileId, { fileId });
    await sharing.service.publish(fileDeleted, stranger, { fileId: stranger });
    await receiver.arrived(6);
    expect(bodies().map(({ type }) => type)).toEqual([
      'upload.finished',
      'file.infected',
      'file.taken-down',
      'link.used-up',
      'file.expired',
      'file.deleted',
    ]);
    for (const { data } of bodies()) expect(data).toMatchObject({ fileId });
  });

  it('sends visits and files that were asked for', async () => {
    const userId = randomUUID();
    await create(userId);
    const at = sharing.clock.now().toISOString();
    const visit = aVisit({ ownerId: userId, at, visitor: 'secret' });
    await sharing.service.publish(visitStarted, visit.visitId, visit);
    const ended = { durationSeconds: 12, pagesSeen: 2, completion: 0.5 };
    await sharing.service.publish(visitEnded, visit.visitId, { ...visit, ...ended });
    const received = aReceivedFile({ ownerId: userId, receivedAt: at });
    await sharing.service.publish(requestReceived, userId, received);
    await receiver.arrived(3);
    expect(bodies()).toEqual([
      {
        type: 'visit.started',
        timestamp: at,
        data: expect.objectContaining({ name: 'Plans.pdf', country: 'Finland', city: 'Helsinki' }),
      },
      { type: 'visit.ended', timestamp: at, data: expect.objectContaining({ durationSeconds: 12 }) },
      {
        type: 'request.received',
        timestamp: at,
        data: expect.objectContaining({ originalName: 'a.pdf', senderName: 'Grace' }),
      },
    ]);
    expect(receiver.posts[0]?.body).not.toContain('secret');
  });

  it('sends only the events that the webhook asks for', async () => {
    const userId = randomUUID();
    await create(userId, ['file.deleted']);
    const fileId = await sharing.upload(userId);
    await sharing.service.publish(fileDeleted, fileId, { fileId });
    await receiver.arrived(1);
    expect(bodies().map(({ type }) => type)).toEqual(['file.deleted']);
  });

  it('holds later events back until the first was delivered, and retries after five seconds', async () => {
    const userId = randomUUID();
    const { id } = await create(userId);
    receiver.answer = () => ({ status: 503, body: 'Down for a moment' });
    await sharing.upload(userId, { originalName: 'first.pdf' });
    await receiver.arrived(1);
    await sharing.upload(userId, { originalName: 'second.pdf' });
    const pending = await eventually(async () => {
      const found = await deliveriesOf(userId, id);
      if (found[1]?.attempts !== 1) throw new Error('not attempted yet');
      return found;
    });
    expect(pending.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['pending', 0],
      ['pending', 1],
    ]);
    expect(pending[1]).toMatchObject({ responseStatus: 503, error: 'Answered with 503: Down for a moment' });
    expect(Date.parse(pending[1]?.nextAttemptAt ?? '') - sharing.clock.now().getTime()).toBe(5000);
    receiver.answer = () => ({ status: 200 });
    sharing.clock.advance(5000);
    await receiver.arrived(3);
    const names = bodies().map(({ data }) => (data as { originalName: string }).originalName);
    expect(names).toEqual(['first.pdf', 'first.pdf', 'second.pdf']);
    const [first, again] = receiver.posts;
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(again?.body).toBe(first?.body);
    await delivered(userId, id, 'delivered');
  });

  it('switches a webhook off after 24 hours without success, mails its owner, and can be switched on', async () => {
    const userId = randomUUID();
    const { id } = await create(userId);
    receiver.answer = () => ({ status: 500 });
    await sharing.upload(userId);
    await receiver.arrived(1);
    await eventually(async () => expect((await deliveriesOf(userId, id))[0]?.attempts).toBe(1));
    sharing.clock.advance(DAY_MS);
    await delivered(userId, id, 'failed');
    const [webhook] = (await sharing.service.bus.request(listWebhooks, { userId, cursor: null })).webhooks;
    expect(webhook).toMatchObject({ isActive: false, disabledAt: sharing.clock.now().toISOString() });
    const raised = sharing.service
      .published()
      .find(({ type, subject }) => type === notificationRaised.type && subject === userId);
    const { notificationId } = raised?.data as { notificationId: string };
    const address = { notificationId, userId, name: 'Ada', email: 'ada@example.org' };
    await sharing.service.publish(notificationAddressed, notificationId, address);
    const mails = await sharing.arrived(1);
    expect(mails.at(-1)).toContain('Subject: Your webhook was switched off');

    const before = receiver.posts.length;
    await sharing.upload(userId);
    const [delivery] = await deliveriesOf(userId, id);
    const resend = () =>
      sharing.service.bus.request(resendWebhookDelivery, {
        userId,
        webhookId: id,
        deliveryId: delivery?.id ?? '',
      });
    await expect(resend()).rejects.toMatchObject({ code: 'webhooks.disabled' });
    receiver.answer = () => ({ status: 200 });
    await sharing.service.bus.request(changeWebhook, { userId, webhookId: id, form: { isActive: true } });
    await resend();
    await receiver.arrived(before + 1);
    await delivered(userId, id, 'delivered');
    expect(receiver.posts.at(-1)?.headers['webhook-id']).toBe(delivery?.id);
  });

  it('sends a delivered one again under the same id', async () => {
    const userId = randomUUID();
    const { id } = await create(userId);
    await sharing.upload(userId);
    const { id: deliveryId } = await delivered(userId, id, 'delivered');
    const again = await sharing.service.bus.request(resendWebhookDelivery, {
      userId,
      webhookId: id,
      deliveryId,
    });
    expect(again).toMatchObject({ id: deliveryId, status: 'pending' });
    const posts = await receiver.arrived(2);
    expect(posts.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId, deliveryId]);
    expect(await delivered(userId, id, 'delivered')).toMatchObject({ attempts: 2 });
  });

  it('delivers to others while one target does not answer', async () => {
    const userId = randomUUID();
    const dead = await create(userId, ['upload.finished'], receiver.url('/dead'));
    receiver.answer = ({ path }) => (path === '/dead' ? null : { status: 204 });
    const alive = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        create(userId, ['upload.finished'], receiver.url(`/alive-${at}`)),
      ),
    );
    await sharing.upload(userId);
    for (const { id } of alive) await delivered(userId, id, 'delivered');
    expect((await deliveriesOf(userId, dead.id))[0]).toMatchObject({ status: 'pending', attempts: 0 });
  });

  it('stops for a suspended account, and for a deleted one for good', async () => {
    const userId = randomUUID();
    const { id } = await create(userId);
    await sharing.service.publish(userSuspensionChanged, userId, { userId, isSuspended: true });
    await sharing.upload(userId);
    expect(await deliveriesOf(userId, id)).toEqual([]);
    await sharing.service.publish(userSuspensionChanged, userId, { userId, isSuspended: false });
    await sharing.upload(userId);
    await receiver.arrived(1);
    await sharing.service.publish(userDeleted, userId, { userId });
    await expect(deliveriesOf(userId, id)).rejects.toMatchObject({ code: 'webhooks.not-found' });
  });

  it('shows, changes and deletes webhooks of their owner only, and at most twenty', async () => {
    const userId = randomUUID();
    const { id } = await create(userId);
    const foreign = { userId: randomUUID(), webhookId: id };
    const { bus } = sharing.service;
    const missing = { code: 'webhooks.not-found' };
    await expect(bus.request(deleteWebhook, foreign)).rejects.toMatchObject(missing);
    await expect(bus.request(changeWebhook, { ...foreign, form: {} })).rejects.toMatchObject(missing);
    for (let made = 1; made < 20; made += 1) await create(userId);
    await expect(create(userId)).rejects.toMatchObject({ code: 'webhooks.too-many' });
    await bus.request(deleteWebhook, { userId, webhookId: id });
    await expect(create(userId)).resolves.toMatchObject({ isActive: true });
  });
});
