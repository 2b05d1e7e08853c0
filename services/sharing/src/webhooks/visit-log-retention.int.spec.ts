import { randomUUID } from 'node:crypto';
import {
  createWebhook,
  DAY_MS,
  fileInfected,
  HOUR_MS,
  listWebhookDeliveries,
  visitStarted,
} from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { aVisit } from '../testing/sample-events.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';
import { WebhookDispatcherService } from './webhook-dispatcher.service.js';

describe('the log of webhooks, with VISIT_RETENTION_DAYS', () => {
  let sharing: SharingTestApp;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    sharing = await SharingTestApp.start({ allowsPrivateWebhooks: true, visitRetentionDays: 2 });
    receiver = await WebhookReceiver.start();
  });
  afterAll(async () => {
    await receiver.close();
    await sharing.close();
  });

  it('keeps visits no longer than the reports do, and other events as long as before', async () => {
    const [userId, fileId, visitId] = [randomUUID(), randomUUID(), randomUUID()];
    const { id: webhookId } = await sharing.service.bus.request(createWebhook, {
      userId,
      form: { url: receiver.url(), events: ['visit.started', 'file.infected'] },
    });
    const at = sharing.clock.now().toISOString();
    const visit = aVisit({
      visitId,
      ownerId: userId,
      fileId,
      linkId: fileId,
      email: 'grace@example.org',
      at,
    });
    await sharing.service.publish(visitStarted, visitId, visit);
    await sharing.service.publish(fileInfected, fileId, {
      fileId,
      userId,
      originalName: 'Plans.pdf',
      finding: 'Eicar',
    });
    const types = async () => {
      await sharing.service.get<WebhookDispatcherService>(WebhookDispatcherService).sweep();
      const { deliveries } = await sharing.service.bus.request(listWebhookDeliveries, {
        userId,
        webhookId,
        cursor: null,
      });
      return deliveries.map(({ type, status }) => `${type} ${status}`).toSorted();
    };
    await eventually(async () =>
      expect(await types()).toEqual(['file.infected delivered', 'visit.started delivered']),
    );
    sharing.clock.advance(2 * DAY_MS - HOUR_MS);
    expect(await types()).toHaveLength(2);
    sharing.clock.advance(2 * HOUR_MS);
    await eventually(async () => expect(await types()).toEqual(['file.infected delivered']));
  });
});
