import { randomUUID } from 'node:crypto';
import { createWebhook, requestReceived } from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { DataSource } from 'typeorm';
import { aReceivedFile } from '../testing/sample-events.js';
import { SharingTestApp } from '../testing/sharing-test-app.js';

const MAX_PER_ACCOUNT = 20;

describe('WebhookDispatcherService', () => {
  let sharing: SharingTestApp;
  let receiver: WebhookReceiver;
  beforeAll(async () => void (sharing = await SharingTestApp.start({ allowsPrivateWebhooks: true })));
  afterAll(() => sharing.close());
  beforeEach(async () => void (receiver = await WebhookReceiver.start()));
  afterEach(async () => {
    await sharing.service.get(DataSource).query('DELETE FROM webhooks');
    await receiver.close();
  });

  /** Creates webhooks of a new account that send nothing before `start`. */
  async function createHeld(paths: readonly string[]): Promise<string> {
    const userId = randomUUID();
    for (const path of paths) {
      const form = { url: receiver.url(path), events: ['request.received' as const] };
      await sharing.service.bus.request(createWebhook, { userId, form });
    }
    await sharing.service
      .get(DataSource)
      .query(`UPDATE webhooks SET next_attempt_at = '9999-01-01' WHERE user_id = $1`, [userId]);
    return userId;
  }
  async function receive(ownerId: string): Promise<void> {
    await sharing.service.publish(
      requestReceived,
      ownerId,
      aReceivedFile({ ownerId, receivedAt: sharing.clock.now().toISOString() }),
    );
  }
  /** Makes all webhooks due. The one at `/last` is due for the shortest time. */
  async function start(): Promise<void> {
    const now = sharing.clock.now();
    await sharing.service.get(DataSource).query(
      `UPDATE webhooks
       SET next_attempt_at = CASE WHEN url LIKE '%/last' THEN $1::timestamptz ELSE $1::timestamptz - interval '1 second' END`,
      [now],
    );
  }
  /** Waits for the post to `/last`. @returns the number of posts before it */
  const postsBeforeLast = () =>
    eventually(() => {
      const at = receiver.posts.findIndex(({ path }) => path === '/last');
      if (at === -1) throw new Error(`${receiver.posts.length} posts, and none to /last`);
      return at;
    });

  it('sends to webhooks of others while ten accounts have twenty receivers each that do not answer', async () => {
    receiver.answer = ({ path }) => (path === '/last' ? { status: 204 } : null);
    for (let account = 0; account < 10; account++) {
      await receive(await createHeld(Array.from({ length: MAX_PER_ACCOUNT }, () => '/dead')));
    }
    await receive(await createHeld(['/last']));
    await start();
    expect(await postsBeforeLast()).toBeLessThanOrEqual(100);
  });

  it('gives the place of a slow receiver to a waiting webhook after some seconds', async () => {
    receiver.answer = ({ path }) => {
      if (path === '/slow') sharing.clock.advance(1000);
      return { status: 204 };
    };
    const userId = await createHeld([...Array.from({ length: 10 }, () => '/slow'), '/last']);
    for (let event = 0; event < 60; event++) await receive(userId);
    await start();
    expect(await postsBeforeLast()).toBeLessThan(150);
  });
});
