import { randomUUID } from 'node:crypto';
import {
  bundleCreated,
  bundleDeleted,
  createWebhook,
  DAY_MS,
  fileDeleted,
  fileUploaded,
  listWebhookDeliveries,
  visitStarted,
} from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { NotificationSweep } from '../notifications/notification.sweep.js';
import { SharingUnderTest } from '../testing/sharing-under-test.js';

describe('DataErasureConsumer', () => {
  let sharing: SharingUnderTest;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    sharing = await SharingUnderTest.start(undefined, true);
    receiver = await WebhookReceiver.start();
  });
  afterAll(async () => {
    await receiver.close();
    await sharing.close();
  });

  it('deletes the log of visits with their file', async () => {
    const { service, clock } = sharing;
    const [userId, fileId, other] = [randomUUID(), randomUUID(), randomUUID()];
    const form = { url: receiver.url(), events: ['visit.started' as const, 'file.deleted' as const] };
    const { id: webhookId } = await service.bus.request(createWebhook, { userId, form });
    const at = clock.now().toISOString();
    for (const id of [fileId, other]) {
      const file = { fileId: id, version: 1, userId, browserId: null, originalName: 'Plans.pdf' };
      await service.publish(fileUploaded, id, {
        ...{ ...file, mimeType: 'application/pdf', size: 12, createdAt: at, deleteAt: null },
        ...{ isPasswordProtected: false, previewKind: 'pdf' },
      });
      await service.publish(visitStarted, id, {
        ...{ visitId: randomUUID(), ownerId: userId, fileId: id, bundleId: null, linkId: id, at },
        ...{
          name: 'Plans.pdf',
          isOwner: false,
          visitor: 'ada',
          email: 'ada@example.org',
          country: 'Germany',
        },
        ...{ city: 'Berlin', device: 'desktop', os: 'Linux', browser: 'Firefox', referrer: '' },
      });
    }
    const deliveries = async () =>
      (await service.bus.request(listWebhookDeliveries, { userId, webhookId, cursor: null })).deliveries;
    const delivered = (types: readonly string[]) =>
      eventually(async () => {
        const all = await deliveries();
        expect(all.map(({ type, status }) => `${type} ${status}`)).toEqual(types);
      });
    await delivered(['visit.started delivered', 'visit.started delivered']);

    await service.publish(fileDeleted, fileId, { fileId });

    await delivered(['file.deleted delivered', 'visit.started delivered']);
  });

  it('sends webhooks for a deletion that overtook its upload, and keeps nothing about the file', async () => {
    const { service, clock } = sharing;
    const [userId, fileId] = [randomUUID(), randomUUID()];
    const form = { url: receiver.url(), events: ['upload.finished' as const, 'file.deleted' as const] };
    const { id: webhookId } = await service.bus.request(createWebhook, { userId, form });
    // The deletion overtakes the upload: two replicas consume the events of one file concurrently.
    await service.publish(fileDeleted, fileId, { fileId });
    await service.publish(fileUploaded, fileId, {
      ...{ fileId, version: 1, userId, browserId: null, originalName: 'Plans.pdf', size: 12 },
      ...{ mimeType: 'application/pdf', createdAt: clock.now().toISOString(), deleteAt: null },
      ...{ isPasswordProtected: false, previewKind: 'pdf' },
    });
    const deliveries = await eventually(async () => {
      // Makes the retry due, in case the first attempt timed out on a slow machine.
      clock.advance(5_000);
      const found = await service.bus.request(listWebhookDeliveries, { userId, webhookId, cursor: null });
      expect(found.deliveries.map(({ type, status }) => `${type} ${status}`)).toEqual([
        'file.deleted delivered',
        'upload.finished delivered',
      ]);
      return found.deliveries;
    });
    expect(JSON.parse(deliveries[0]?.body ?? '')).toMatchObject({
      type: 'file.deleted',
      data: { fileId, originalName: 'Plans.pdf' },
    });
    expect(await targets(fileId)).toEqual([expect.objectContaining({ user_id: null, name: '' })]);
  });

  it('keeps a deleted bundle deleted when its creation comes late, and forgets its id after a month', async () => {
    const { service, clock } = sharing;
    const bundleId = randomUUID();
    await service.publish(bundleDeleted, bundleId, { bundleId });
    await service.publish(bundleCreated, bundleId, {
      ...{
        bundleId,
        version: 1,
        userId: randomUUID(),
        browserId: null,
        name: 'Plans',
        size: 1,
        fileCount: 1,
      },
      ...{ createdAt: clock.now().toISOString(), deleteAt: null, isPasswordProtected: false },
    });
    expect(await targets(bundleId)).toEqual([expect.objectContaining({ user_id: null, name: '' })]);
    clock.advance(Date.now() + 31 * DAY_MS - clock.now().getTime());
    await service.get(NotificationSweep).sweep();
    expect(await targets(bundleId)).toEqual([]);
  });

  function targets(id: string): Promise<object[]> {
    return sharing.service.get(DataSource).query('SELECT * FROM targets WHERE id = $1', [id]);
  }
});
