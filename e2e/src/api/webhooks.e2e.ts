import { randomUUID } from 'node:crypto';
import type { WebhookDeliveryView, WebhookView } from '@waybill/contracts';
import { eventually, WebhookReceiver } from '@waybill/testing';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { PROMOTION } from '../support/environment.js';
import { ApiClient, failure } from '../support/api-client.js';
import type { Instance } from '../support/instance.js';
import { startInstance } from '../support/start-instance.js';

type Created = WebhookView & { readonly secret: string };

describe('webhooks', () => {
  let waybill: Instance;
  let receiver: WebhookReceiver;
  let owner: ApiClient;
  beforeAll(async () => {
    waybill = await startInstance(PROMOTION);
    receiver = await WebhookReceiver.start();
    owner = await ApiClient.signedIn(waybill.url);
  });
  afterAll(async () => {
    await waybill.dispose();
    await receiver.close();
  });

  async function create(path: string, ...events: string[]): Promise<Created> {
    const response = await owner.json('POST', '/api/webhooks', { url: receiver.url(path), events });
    expect(response.status).toBe(201);
    return (await response.json()) as Created;
  }
  const deliveries = async (id: string) =>
    (await (await owner.get(`/api/webhooks/${id}/deliveries`)).json()) as WebhookDeliveryView[];
  const postsTo = (path: string, count: number) =>
    eventually(() => {
      const found = receiver.posts.filter((post) => post.path === path);
      if (found.length < count) throw new Error(`${found.length} of ${count} posts arrived`);
      return found;
    });

  it('webhooks show their secret once, and sign deliveries so that the receiver can verify them', async () => {
    const { id, secret } = await create('/signed', 'upload.finished', 'file.deleted');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const listed = (await (await owner.get('/api/webhooks')).json()) as object[];
    expect(listed[0]).toEqual({
      id,
      url: receiver.url('/signed'),
      events: ['upload.finished', 'file.deleted'],
      isActive: true,
      disabledAt: null,
      createdAt: expect.any(String),
    });
    const fileId = await owner.upload();
    await owner.json('DELETE', `/api/files/${fileId}`);
    const [uploaded, deleted] = await postsTo('/signed', 2);
    const verified = [uploaded, deleted].map((post) =>
      new StandardWebhook(secret).verify(post?.body ?? '', post?.headers as Record<string, string>),
    );
    expect(verified).toEqual([
      { type: 'upload.finished', timestamp: expect.any(String), data: expect.objectContaining({ fileId }) },
      { type: 'file.deleted', timestamp: expect.any(String), data: expect.objectContaining({ fileId }) },
    ]);
    expect(uploaded?.headers['content-type']).toBe('application/json');
  });

  it('webhooks retry within ten seconds in order, and send a delivery again under its id', async () => {
    const flaky = `/flaky-${randomUUID()}`;
    const { id } = await create(flaky, 'upload.finished');
    receiver.answer = ({ path }) =>
      path === flaky && receiver.posts.filter((post) => post.path === path).length === 1
        ? { status: 500 }
        : { status: 200 };
    const first = await owner.upload();
    // Wait for the first post, because on a cluster the events of uploads in quick succession have no order.
    await postsTo(flaky, 1);
    const second = await owner.upload();
    const begun = Date.now();
    const posts = await postsTo(flaky, 3);
    expect(Date.now() - begun).toBeLessThan(10_000);
    const files = posts.map(({ body }) => (JSON.parse(body) as { data: { fileId: string } }).data.fileId);
    expect(files).toEqual([first, first, second]);
    const [last] = await eventually(async () => {
      const found = await deliveries(id);
      if (found.some(({ status }) => status !== 'delivered')) throw new Error('not delivered yet');
      return found;
    });
    const resent = await owner.json('POST', `/api/webhooks/${id}/deliveries/${last?.id}/resend`, {});
    expect([resent.status, await resent.json()]).toEqual([
      202,
      expect.objectContaining({ id: last?.id, status: 'pending' }),
    ]);
    const again = (await postsTo(flaky, 4)).at(-1);
    expect(again?.headers['webhook-id']).toBe(last?.id);
  });

  it('page their deliveries by cursor, and refuse an invalid one', async () => {
    const { id } = await create('/many', 'file.deleted');
    const files = await Promise.all(Array.from({ length: 3 }, () => owner.upload()));
    for (const file of files) await owner.json('DELETE', `/api/files/${file}`);
    await postsTo('/many', 3);
    const { status, headers } = await owner.get(`/api/webhooks/${id}/deliveries`);
    expect([status, headers.get('x-next-cursor')]).toEqual([200, null]);
    const refused = await owner.get(`/api/webhooks/${id}/deliveries?cursor=!`);
    expect([refused.status, (await failure(refused)).code]).toEqual([400, 'request.invalid']);
  });

  it('webhooks belong to their owner, and to tokens with the right scope', async () => {
    const { id } = await create('/own', 'file.deleted');
    const other = await ApiClient.signedIn(waybill.url);
    const unknown = `/api/webhooks/${id}`;
    for (const [method, path] of [
      ['GET', unknown],
      ['DELETE', unknown],
      ['GET', `${unknown}/deliveries`],
      ['GET', '/api/webhooks/nothing'],
    ] as const) {
      expect(await failure(await other.json(method, path))).toMatchObject({ code: 'webhooks.not-found' });
    }
    expect((await new ApiClient(waybill.url).get('/api/webhooks')).status).toBe(401);
    const program = await owner.program('manage');
    expect((await program.json('PUT', unknown, { isActive: false })).status).toBe(200);
    expect((await program.json('DELETE', unknown)).status).toBe(204);
    expect((await owner.get(unknown)).status).toBe(404);
  });

  it.each([
    ['no address', { events: ['file.deleted'] }, 'url'],
    ['another protocol', { url: 'ftp://example.org/', events: ['file.deleted'] }, 'url'],
    ['credentials', { url: 'https://ada:secret@example.org/', events: ['file.deleted'] }, 'url'],
    ['an unknown event', { url: 'https://example.org/', events: ['file.eaten'] }, 'events.0'],
    ['no event', { url: 'https://example.org/', events: [] }, 'events'],
  ])('webhooks refuse %s with a sentence', async (_, form, field) => {
    const response = await owner.json('POST', '/api/webhooks', form);
    expect(await failure(response)).toMatchObject({
      statusCode: 400,
      code: 'request.invalid',
      errors: [{ field, message: expect.any(String) }],
    });
  });
});
