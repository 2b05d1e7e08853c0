import { randomUUID } from 'node:crypto';
import {
  createWebhook,
  fileDeleted,
  fileUploaded,
  listWebhookDeliveries,
  visitStarted,
} from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
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
});
