import { randomUUID } from 'node:crypto';
import {
  bundleCreated,
  bundleDeleted,
  changeWebhook,
  createWebhook,
  DAY_MS,
  fileDeleted,
  fileExpired,
  HOUR_MS,
  listWebhookDeliveries,
  requestReceived,
  visitStarted,
} from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { DELETE_DAILY_VIEWS } from '../notifications/notifications.service.js';
import { NotificationSweep } from '../notifications/notification.sweep.js';
import { aReceivedFile, aVisit } from '../testing/sample-events.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';
import { DELETE_LOG, DELETE_VISITS_WITHOUT_TARGET } from '../webhooks/webhooks.service.js';

describe('DataErasureConsumer', () => {
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

  it('deletes the log of visits with their file', async () => {
    const { service } = sharing;
    const [userId, fileId, other] = [randomUUID(), randomUUID(), randomUUID()];
    const form = { url: receiver.url(), events: ['visit.started' as const, 'file.deleted' as const] };
    const { id: webhookId } = await service.bus.request(createWebhook, { userId, form });
    for (const id of [fileId, other]) await visit(userId, id);
    const log = { userId, webhookId };
    await logged(log, ['visit.started delivered', 'visit.started delivered']);

    await service.publish(fileDeleted, fileId, { fileId });

    await logged(log, ['file.deleted delivered', 'visit.started delivered']);
  });

  it('deletes the log of visits that the version before recorded', async () => {
    const { service } = sharing;
    const [userId, fileId, other] = [randomUUID(), randomUUID(), randomUUID()];
    const form = { url: receiver.url(), events: ['visit.started' as const] };
    const { id: webhookId } = await service.bus.request(createWebhook, { userId, form });
    for (const id of [fileId, other]) await visit(userId, id);
    const log = { userId, webhookId };
    await logged(log, ['visit.started delivered', 'visit.started delivered']);
    await service
      .get(DataSource)
      .query('UPDATE webhook_deliveries SET target_id = NULL WHERE webhook_id = $1', [webhookId]);

    await service.publish(fileDeleted, fileId, { fileId });

    const [left, ...others] = await deliveriesOf(log);
    expect(others).toEqual([]);
    expect(JSON.parse(left?.body ?? '')).toMatchObject({ data: { fileId: other } });
  });

  it('deletes the log of a received file, which names its sender, when it is deleted or has expired', async () => {
    const log = await receiving();
    const [deleted, expired] = [await receive(log.userId), await receive(log.userId)];
    await logged(log, ['request.received delivered', 'request.received delivered']);

    await sharing.service.publish(fileDeleted, deleted, { fileId: deleted });
    await logged(log, ['file.deleted delivered', 'request.received delivered']);

    await sharing.service.publish(fileExpired, expired, { fileId: expired, userId: log.userId });
    await logged(log, ['file.deleted delivered']);
  });

  it.each(['deleted', 'expired'])(
    'deletes what is pending about a received file that was %s once it is sent',
    async (end) => {
      const { service, clock } = sharing;
      receiver.answer = () => ({ status: 503 });
      const log = await receiving();
      const fileId = await receive(log.userId);
      await eventually(async () => expect((await deliveriesOf(log))[0]?.attempts).toBe(1));
      clock.advance(2 * HOUR_MS);
      if (end === 'deleted') await service.publish(fileDeleted, fileId, { fileId });
      else await service.publish(fileExpired, fileId, { fileId, userId: log.userId });

      receiver.answer = () => ({ status: 204 });
      await eventually(async () => {
        clock.advance(5000);
        const left = (await deliveriesOf(log)).map(({ type }) => type);
        expect(left).toEqual(end === 'deleted' ? ['file.deleted'] : []);
      });
    },
  );

  it('finds the log of visits of a file without reading all deliveries of its account', async () => {
    const { service } = sharing;
    const database = service.get<DataSource>(DataSource);
    const [userId, fileId] = [randomUUID(), randomUUID()];
    const form = { url: receiver.url(), events: ['upload.finished' as const] };
    const { id: webhookId } = await service.bus.request(createWebhook, { userId, form });
    await database.query(
      `INSERT INTO webhook_deliveries (id, webhook_id, type, target_id, body, status, attempts, failures, created_at)
       SELECT gen_random_uuid(), $1, type, CASE type WHEN 'visit.started' THEN gen_random_uuid() END, '{}',
              'delivered', 1, 0, $2
       FROM generate_series(1, 10000), unnest(ARRAY['visit.started', 'upload.finished']) AS type`,
      [webhookId, sharing.clock.now()],
    );
    await database.query('VACUUM ANALYZE webhook_deliveries');

    for (const statement of [DELETE_LOG, DELETE_VISITS_WITHOUT_TARGET])
      expect(await buffersOf(statement, [[webhookId], fileId])).toBeLessThan(10);
  });

  it('finds the views of a file for a daily summary without reading those of other files', async () => {
    const database = sharing.service.get<DataSource>(DataSource);
    await database.query(
      `INSERT INTO daily_views (user_id, day, target_id, name, views)
       SELECT gen_random_uuid(), '2999-01-01', gen_random_uuid(), 'Plans.pdf', 1 FROM generate_series(1, 10000)`,
    );
    await database.query('VACUUM ANALYZE daily_views');

    expect(await buffersOf(DELETE_DAILY_VIEWS, [randomUUID()])).toBeLessThan(10);
  });

  it('deletes a pending visit of a deleted file after its delivery', async () => {
    const { service, clock } = sharing;
    const log = await pendingVisit();
    await service.publish(fileDeleted, log.fileId, { fileId: log.fileId });
    await logged(log, ['file.deleted pending', 'visit.started pending']);

    receiver.answer = () => ({ status: 204 });
    clock.advance(5000);

    await logged(log, ['file.deleted delivered']);
    const types = receiver.posts.map(({ body }) => (JSON.parse(body) as { type: string }).type);
    expect(types.slice(-2)).toEqual(['visit.started', 'file.deleted']);
  });

  it('deletes a pending visit of a deleted file after its delivery is given up', async () => {
    const { service } = sharing;
    const { userId, webhookId, fileId } = await pendingVisit();
    await visit(userId, randomUUID());
    await service.publish(fileDeleted, fileId, { fileId });

    await service.bus.request(changeWebhook, { userId, webhookId, form: { isActive: false } });

    await logged({ userId, webhookId }, ['file.deleted failed', 'visit.started failed']);
  });

  it('deletes a visit whose delivery is being saved while its file is deleted', async () => {
    const { service } = sharing;
    const { fileId, ...log } = await pendingVisit();
    const database = service.get<DataSource>(DataSource);
    let deletion: Promise<unknown> = Promise.resolve();
    await database.transaction(async (manager) => {
      await manager.query('UPDATE webhooks SET pending = 0, next_attempt_at = NULL WHERE id = $1', [
        log.webhookId,
      ]);
      await manager.query(`UPDATE webhook_deliveries SET status = 'delivered' WHERE webhook_id = $1`, [
        log.webhookId,
      ]);
      receiver.answer = () => ({ status: 204 });
      deletion = service.publish(fileDeleted, fileId, { fileId });
      await eventually(async () =>
        expect(
          await database.query(
            `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
          ),
        ).not.toEqual([]),
      );
    });
    await deletion;
    await logged(log, ['file.deleted delivered']);
  });

  it('sends webhooks for a deletion that overtook its upload, and keeps nothing about the file', async () => {
    const { service, clock } = sharing;
    const [userId, fileId] = [randomUUID(), randomUUID()];
    const form = { url: receiver.url(), events: ['upload.finished' as const, 'file.deleted' as const] };
    const { id: webhookId } = await service.bus.request(createWebhook, { userId, form });
    // The deletion overtakes the upload: two replicas consume the events of one file concurrently.
    await service.publish(fileDeleted, fileId, { fileId });
    await sharing.upload(userId, { fileId });
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
      bundleId,
      version: 1,
      userId: randomUUID(),
      browserId: null,
      name: 'Plans',
      size: 1,
      fileCount: 1,
      createdAt: clock.now().toISOString(),
      deleteAt: null,
      isPasswordProtected: false,
    });
    expect(await targets(bundleId)).toEqual([expect.objectContaining({ user_id: null, name: '' })]);
    clock.advance(Date.now() + 31 * DAY_MS - clock.now().getTime());
    await service.get(NotificationSweep).sweep();
    expect(await targets(bundleId)).toEqual([]);
  });

  /** @returns number of 8 KiB pages that a statement reads */
  async function buffersOf(statement: string, parameters: unknown[]): Promise<number> {
    const [row] = await sharing.service
      .get<DataSource>(DataSource)
      .query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }[]>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`,
        parameters,
      );
    const plan = row?.['QUERY PLAN'][0]?.Plan ?? {};
    return (plan['Shared Hit Blocks'] ?? NaN) + (plan['Shared Read Blocks'] ?? NaN);
  }

  /** Creates a webhook and a visit whose first delivery has failed. */
  async function pendingVisit() {
    receiver.answer = () => ({ status: 503 });
    const [userId, fileId] = [randomUUID(), randomUUID()];
    const form = { url: receiver.url(), events: ['visit.started' as const, 'file.deleted' as const] };
    const { id: webhookId } = await sharing.service.bus.request(createWebhook, { userId, form });
    await visit(userId, fileId);
    await eventually(async () => expect((await deliveriesOf({ userId, webhookId }))[0]?.attempts).toBe(1));
    return { userId, webhookId, fileId };
  }

  /** Creates a webhook for received files. */
  async function receiving() {
    const userId = randomUUID();
    const form = { url: receiver.url(), events: ['request.received' as const, 'file.deleted' as const] };
    const { id: webhookId } = await sharing.service.bus.request(createWebhook, { userId, form });
    return { userId, webhookId };
  }

  /** Publishes a file for a file request that expires in an hour. @returns its id */
  async function receive(ownerId: string): Promise<string> {
    const { service, clock } = sharing;
    const receivedAt = clock.now().toISOString();
    const deleteAt = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    const fileId = await sharing.upload(ownerId, { deleteAt });
    await service.publish(requestReceived, fileId, aReceivedFile({ ownerId, fileId, receivedAt }));
    return fileId;
  }

  async function visit(userId: string, fileId: string): Promise<void> {
    const at = sharing.clock.now().toISOString();
    await sharing.upload(userId, { fileId });
    const visitor = {
      visitor: 'ada',
      email: 'ada@example.org',
      country: 'Germany',
      city: 'Berlin',
      browser: 'Firefox',
    };
    const visit = aVisit({ ownerId: userId, fileId, linkId: fileId, at, ...visitor });
    await sharing.service.publish(visitStarted, fileId, visit);
  }

  const deliveriesOf = async (log: { userId: string; webhookId: string }) =>
    (await sharing.service.bus.request(listWebhookDeliveries, { ...log, cursor: null })).deliveries;

  /** Waits until the log of a webhook has exactly these deliveries, newest first. */
  const logged = (log: { userId: string; webhookId: string }, expected: readonly string[]) =>
    eventually(async () => {
      const all = await deliveriesOf(log);
      expect(all.map(({ type, status }) => `${type} ${status}`)).toEqual(expected);
    });

  function targets(id: string): Promise<object[]> {
    return sharing.service.get(DataSource).query('SELECT * FROM targets WHERE id = $1', [id]);
  }
});
