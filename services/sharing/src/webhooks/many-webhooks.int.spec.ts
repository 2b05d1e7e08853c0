import { randomBytes, randomUUID } from 'node:crypto';
import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  type WebhookDeliveryView,
} from '@waybill/contracts';
import { Keyring } from '@waybill/storage';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { masterKey, SharingTestApp } from '../testing/sharing-test-app.js';
import { rewrapWebhookSecrets } from './rewrap-webhook-secrets.js';
import { contextOf } from './webhook-signature.js';
import { WebhookDelivery } from './webhook-delivery.entity.js';
import { Webhook } from './webhook.entity.js';

/** `WEBHOOK_EVENTS=100 npx jest … many-webhooks` measures with more. */
const EVENTS = Number(process.env['WEBHOOK_EVENTS'] ?? 6);
const ACCOUNTS = 5;
const PER_ACCOUNT = 20;

describe('a hundred webhooks', () => {
  let sharing: SharingTestApp;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    [sharing, receiver] = await Promise.all([
      SharingTestApp.start({ allowsPrivateWebhooks: true }),
      WebhookReceiver.start(),
    ]);
  });
  afterAll(async () => {
    await receiver.close();
    await sharing.close();
  });

  const create = (userId: string, path: string) =>
    sharing.service.bus.request(createWebhook, {
      userId,
      form: { url: receiver.url(path), events: ['upload.finished'] },
    });

  it('webhooks receive all events in their order while one of them does not answer', async () => {
    receiver.answer = ({ path }) => (path === '/target-0' ? null : { status: 204 });
    const users = Array.from({ length: ACCOUNTS }, () => randomUUID());
    for (const [at, userId] of users.entries())
      for (let n = 0; n < PER_ACCOUNT; n++) await create(userId, `/target-${at * PER_ACCOUNT + n}`);

    const start = performance.now();
    for (let event = 0; event < EVENTS; event++)
      for (const userId of users) await sharing.upload(userId, { originalName: `${event}.txt` });
    /** Names in the order of the posts. A post that timed out on a busy machine is repeated before the next one. */
    const namesOf = (target: number) =>
      receiver.posts
        .filter(({ path }) => path === `/target-${target}`)
        .map(({ body }) => (JSON.parse(body) as { data: { originalName: string } }).data.originalName)
        .filter((name, at, names) => name !== names[at - 1]);
    const alive = Array.from({ length: ACCOUNTS * PER_ACCOUNT - 1 }, (_, at) => at + 1);
    const inOrder = Array.from({ length: EVENTS }, (_, event) => `${event}.txt`);
    let checkedAt = start;
    await eventually(
      () => {
        // The clock runs, because a repeated post is due some seconds later.
        sharing.clock.advance(performance.now() - checkedAt);
        checkedAt = performance.now();
        for (const target of alive) expect([target, namesOf(target)]).toEqual([target, inOrder]);
      },
      { timeoutMs: 240_000 },
    );
    const seconds = (performance.now() - start) / 1000;
    const deliveries = alive.length * EVENTS;
    process.stderr.write(
      `${deliveries} deliveries to ${alive.length} webhooks in ${seconds.toFixed(1)} s: ${Math.round(deliveries / seconds)} per second\n`,
    );

    const { manager } = sharing.service.get<DataSource>(DataSource);
    const delivered = await eventually(async () => {
      const rows = await manager.findBy(WebhookDelivery, { status: 'delivered' });
      expect(rows).toHaveLength(deliveries);
      return rows;
    });
    // Only a failed attempt is repeated.
    for (const { id, attempts } of delivered)
      expect(receiver.posts.filter(({ headers }) => headers['webhook-id'] === id).length).toBeLessThanOrEqual(
        attempts,
      );
  });

  it('a hundred webhooks have a delivery log in pages, newest first', async () => {
    const userId = randomUUID();
    receiver.answer = () => ({ status: 204 });
    const { id: webhookId } = await create(userId, '/paged');
    for (let at = 0; at < 60; at++) await sharing.upload(userId, { originalName: `${at}.txt` });
    const page = (cursor: string | null) =>
      sharing.service.bus.request(listWebhookDeliveries, { userId, webhookId, cursor });
    const first = await eventually(async () => {
      const read = await page(null);
      expect(read.nextCursor).not.toBeNull();
      const rest = await page(read.nextCursor);
      expect(read.deliveries.length + rest.deliveries.length).toBe(60);
      return read;
    });
    const second = await page(first.nextCursor);
    expect([first.deliveries.length, second.deliveries.length, second.nextCursor]).toEqual([50, 10, null]);
    const all: WebhookDeliveryView[] = [...first.deliveries, ...second.deliveries];
    expect(new Set(all.map(({ id }) => id)).size).toBe(60);
    const times = all.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('webhooks refuse a cursor that names no page of their list or of their delivery log', async () => {
    const userId = randomUUID();
    const { id: webhookId } = await create(userId, '/cursor');
    const invalid = expect.objectContaining({ code: 'request.invalid', status: 400 });
    const reference = { userId, cursor: 'nonsense' };
    const { bus } = sharing.service;
    await expect(bus.request(listWebhooks, reference)).rejects.toEqual(invalid);
    await expect(bus.request(listWebhookDeliveries, { ...reference, webhookId })).rejects.toEqual(invalid);
    await expect(bus.request(listWebhooks, { userId, cursor: null })).resolves.toMatchObject({
      webhooks: [{ id: webhookId }],
    });
  });

  it('webhooks keep their secrets when the master key is replaced', async () => {
    const database = sharing.service.get<DataSource>(DataSource);
    const { manager } = database;
    const [former, next] = [new Keyring([masterKey]), randomBytes(32)];
    const before = await manager.find(Webhook);
    await rewrapWebhookSecrets(database, new Keyring([next, masterKey]));
    const after = await manager.find(Webhook);
    const rotated = new Keyring([next]);
    const secrets = (rows: readonly Webhook[], keyring: Keyring) =>
      Object.fromEntries(
        rows.map(({ id, wrappedSecret }) => [
          id,
          keyring.unwrap(wrappedSecret, contextOf(id)).toString('hex'),
        ]),
      );
    expect(before.length).toBeGreaterThan(99);
    expect(secrets(after, rotated)).toEqual(secrets(before, former));
    expect(() => secrets(after, former)).toThrow();
    await rewrapWebhookSecrets(database, new Keyring([next, masterKey]));
    expect(await manager.find(Webhook)).toEqual(after);
  });
});
