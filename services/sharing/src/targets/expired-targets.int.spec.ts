import { randomUUID } from 'node:crypto';
import {
  createWebhook,
  DAY_MS,
  fileExpired,
  HOUR_MS,
  listWebhookDeliveries,
  visitEnded,
} from '@waybill/contracts';
import { DataSource } from 'typeorm';
import { NotificationSweep } from '../notifications/notification.sweep.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';

describe('Expired targets', () => {
  let sharing: SharingTestApp;
  beforeAll(async () => void (sharing = await SharingTestApp.start({ allowsPrivateWebhooks: true })));
  afterAll(() => sharing.close());

  const inMs = (ms: number) => new Date(sharing.clock.now().getTime() + ms).toISOString();
  const sweep = () => sharing.service.get(NotificationSweep).sweep();
  const targetsOf = async (userId: string) => {
    const rows = await sharing.service
      .get(DataSource)
      .query<{ id: string }[]>('SELECT id FROM targets WHERE user_id = $1', [userId]);
    return rows.map(({ id }) => id).toSorted();
  };

  it('forgets an expired file of an account after a month, and records its late visits until then', async () => {
    const userId = randomUUID();
    const form = { url: 'http://127.0.0.1:9/hook', events: ['visit.ended' as const] };
    const { id: webhookId } = await sharing.service.bus.request(createWebhook, { userId, form });
    const expired = await sharing.upload(userId, { deleteAt: inMs(HOUR_MS) });
    const others = [
      await sharing.upload(userId),
      await sharing.upload(userId, { deleteAt: inMs(40 * DAY_MS) }),
    ];
    sharing.clock.advance(2 * HOUR_MS);
    await sharing.service.publish(fileExpired, expired, {
      fileId: expired,
      wasAnonymous: false,
      userId,
      originalName: 'Plans.pdf',
    });
    await sweep();
    await sharing.service.publish(visitEnded, expired, {
      visitId: randomUUID(),
      ownerId: userId,
      fileId: expired,
      bundleId: null,
      linkId: expired,
      name: 'Plans.pdf',
      isOwner: false,
      email: null,
      at: inMs(-2 * HOUR_MS),
      durationSeconds: 1,
      pagesSeen: 1,
      completion: 1,
    });
    const { deliveries } = await sharing.service.bus.request(listWebhookDeliveries, {
      userId,
      webhookId,
      cursor: null,
    });
    expect(deliveries.map(({ type }) => type)).toEqual(['visit.ended']);
    expect(await targetsOf(userId)).toEqual([expired, ...others].toSorted());

    sharing.clock.advance(30 * DAY_MS);
    await sweep();

    expect(await targetsOf(userId)).toEqual(others.toSorted());
  });
});
