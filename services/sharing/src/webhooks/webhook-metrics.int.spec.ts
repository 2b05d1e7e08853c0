import { randomUUID } from 'node:crypto';
import { createWebhook, DAY_MS, requestReceived } from '@waybill/contracts';
import { metrics } from '@waybill/service-kit';
import { eventually, metricIn, WebhookReceiver } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { aReceivedFile } from '../testing/sample-events.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';
import { WebhookDispatcherService } from './webhook-dispatcher.service.js';

describe('Metrics of webhooks', () => {
  let sharing: SharingTestApp;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await WebhookReceiver.start();
    sharing = await SharingTestApp.start({ allowsPrivateWebhooks: true });
  });
  afterAll(async () => {
    await sharing.close();
    await receiver.close();
  });

  async function receive(url: string): Promise<string> {
    const ownerId = randomUUID();
    const form = { url, events: ['request.received' as const] };
    await sharing.service.bus.request(createWebhook, { userId: ownerId, form });
    await sharing.service.publish(
      requestReceived,
      ownerId,
      aReceivedFile({ ownerId, receivedAt: sharing.clock.now().toISOString() }),
    );
    return ownerId;
  }
  const outcome = async (name: string) =>
    metricIn(await metrics.render(), `waybill_webhook_deliveries_total{outcome="${name}"}`);
  const counted = (name: string, count: number) =>
    eventually(async () => expect(await outcome(name)).toBe(count));
  const gauge = async (name: string) => metricIn(await metrics.render(), `waybill_webhook_${name}`);

  it('metrics count the deliveries of webhooks: successful, retried, given up and waiting', async () => {
    await receive(receiver.url('/good'));
    await counted('delivered', 1);
    expect([await gauge('deliveries_waiting'), await gauge('overdue_seconds')]).toEqual([0, 0]);

    receiver.answer = () => ({ status: 500 });
    await receive(receiver.url('/bad'));
    await counted('retried', 1);
    // The next attempt is planned: it waits, and is not overdue.
    expect([await gauge('deliveries_waiting'), await gauge('overdue_seconds')]).toEqual([1, 0]);

    sharing.clock.advance(DAY_MS);
    await counted('given-up', 1);
    expect(await gauge('deliveries_waiting')).toBe(0);
  });

  it('a metric shows for how long a due attempt has waited', async () => {
    // Stops the dispatcher, so that nothing is sent.
    await sharing.service.get(WebhookDispatcherService).onModuleDestroy();
    await receive(receiver.url('/late'));
    sharing.clock.advance(90_000);
    expect([await gauge('deliveries_waiting'), await gauge('overdue_seconds')]).toEqual([1, 90]);
    await sharing.service.get(DataSource).query('DELETE FROM webhooks');
  });
});

describe('Metrics of webhooks without private networks', () => {
  it('a metric counts the addresses that the guard of private networks refused', async () => {
    const sharing = await SharingTestApp.start();
    const userId = randomUUID();
    const form = { url: 'https://example.org/', events: ['request.received' as const] };
    await sharing.service.bus.request(createWebhook, { userId, form });
    // Simulates a name that has come to resolve to a private address since the webhook was created.
    await sharing.service.get(DataSource).query(`UPDATE webhooks SET url = 'http://127.0.0.1/'`);
    await sharing.service.publish(
      requestReceived,
      userId,
      aReceivedFile({ ownerId: userId, receivedAt: sharing.clock.now().toISOString() }),
    );
    await eventually(async () =>
      expect(metricIn(await metrics.render(), 'waybill_webhook_deliveries_total{outcome="refused"}')).toBe(1),
    );
    await sharing.close();
  });
});
