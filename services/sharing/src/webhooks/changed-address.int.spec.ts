import { randomUUID } from 'node:crypto';
import { changeWebhook, createWebhook, DAY_MS, listWebhookDeliveries } from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { SharingTestApp } from '../testing/sharing-test-app.js';

describe('A webhook whose address changes', () => {
  let sharing: SharingTestApp;
  let receiver: WebhookReceiver;
  beforeAll(async () => void (sharing = await SharingTestApp.start({ allowsPrivateWebhooks: true })));
  afterAll(() => sharing.close());
  beforeEach(async () => void (receiver = await WebhookReceiver.start()));
  afterEach(() => receiver.close());

  const create = (userId: string) =>
    sharing.service.bus.request(createWebhook, {
      userId,
      form: { url: receiver.url('/former'), events: ['upload.finished'] },
    });
  const move = (userId: string, webhookId: string) =>
    sharing.service.bus.request(changeWebhook, { userId, webhookId, form: { url: receiver.url('/new') } });
  const reaches = (userId: string, webhookId: string, expected: object) =>
    eventually(async () => {
      const page = await sharing.service.bus.request(listWebhookDeliveries, {
        userId,
        webhookId,
        cursor: null,
      });
      expect(page.deliveries[0]).toMatchObject(expected);
    });
  const paths = () => receiver.posts.map(({ path }) => path);

  it('sends waiting deliveries to the new address immediately, and retries them there for 24 hours', async () => {
    const userId = randomUUID();
    const { id } = await create(userId);
    receiver.answer = ({ path }) => ({ status: path === '/former' ? 404 : 503 });
    await sharing.upload(userId);
    await reaches(userId, id, { attempts: 1 });
    sharing.clock.advance(DAY_MS - 1);
    await reaches(userId, id, { attempts: 2 });
    await move(userId, id);
    await reaches(userId, id, { attempts: 3 });
    receiver.answer = () => ({ status: 204 });
    sharing.clock.advance(5000);
    await reaches(userId, id, { status: 'delivered' });
    expect(paths()).toEqual(['/former', '/former', '/new', '/new']);
  });

  it('sends nothing more to the former one, also while that does not answer', async () => {
    const userId = randomUUID();
    const { id } = await create(userId);
    receiver.answer = ({ path }) => (path === '/former' ? null : { status: 204 });
    await sharing.upload(userId);
    await receiver.arrived(1);
    await sharing.upload(userId);
    await move(userId, id);
    const posts = await receiver.arrived(3);
    expect(paths()).toEqual(['/former', '/new', '/new']);
    expect(posts[1]?.headers['webhook-id']).toBe(posts[0]?.headers['webhook-id']);
  });
});
