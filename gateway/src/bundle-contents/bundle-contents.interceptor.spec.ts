import { Bus } from '@waybill/bus/client';
import {
  checkSession,
  getBundle,
  getLink,
  type InputOf,
  listBundles,
  openLink,
  type RequestContract,
} from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';
import { looseLimits } from '../testing/traffic-limits.js';

const ID = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
const USER = { id: ID, name: 'Ada', email: 'ada@example.com', created_at: '', subscription: 'pro' };
const [GREEDY, HONEST, ANOTHER] = ['127.0.0.2', '127.0.0.3', '127.0.0.4'] as const;

/** Describes a bundle whose response is larger than the buffers of a connection. */
class LargeBundles extends Bus {
  running = 0;
  mostRunning = 0;
  /** Requests are answered after it. */
  held: Promise<undefined> = Promise.resolve(undefined);
  private readonly bundle = {
    id: ID,
    name: 'a'.repeat(32 * 1024 * 1024),
    files: Array.from({ length: 200 }, () => ({})),
  };

  /** Openings of links. */
  opened = 0;
  /** Files of the bundle that a link opens. */
  linked = 200;

  override async request({ name }: RequestContract, input: unknown): Promise<never> {
    if (name === checkSession.name) return { user: USER } as never;
    const { maxFiles = Infinity } = input as Partial<InputOf<typeof openLink>>;
    if (this.linked > maxFiles) return { opened: null, challenge: null, isTooLarge: true } as never;
    this.running += 1;
    this.mostRunning = Math.max(this.mostRunning, this.running);
    await this.held;
    this.running -= 1;
    if (name === listBundles.name) return { bundles: [this.bundle], nextCursor: null } as never;
    if (name === getBundle.name) return { ...this.bundle, isOwner: false, origin: {} } as never;
    if (name === openLink.name) this.opened += 1;
    const link = { target: { ...this.bundle, files: this.bundle.files.slice(0, this.linked) } };
    return (name === openLink.name ? { opened: link } : link) as never;
  }
}

describe('BundleContentsInterceptor', () => {
  const bus = new LargeBundles();
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    const limits = looseLimits({ concurrentContents: { total: 3, perNetwork: 2 } });
    gateway = await startGatewayUnderTest(bus, { limits });
  });
  afterAll(() => gateway.close());

  /** Sends a call and waits for the head of its response, without reading the body. */
  function call(from: string, path: string, method = 'GET'): Promise<IncomingMessage> {
    const headers = { 'content-type': 'application/json', cookie: 'waybill_session=known-to-auth' };
    const options = { port: gateway.port, localAddress: from, agent: false, path, method, headers };
    return new Promise((resolve, reject) => {
      request(options, resolve)
        .on('error', reject)
        .end(method === 'POST' ? '{}' : undefined);
    });
  }
  const statusOf = async (...args: Parameters<typeof call>) => {
    const response = await call(...args);
    response.destroy();
    return response.statusCode;
  };

  it.each([
    [getBundle.name, `/api/bundles/${ID}`, 'GET'],
    [listBundles.name, '/api/bundles', 'GET'],
    [getLink.name, '/api/links/report', 'GET'],
    [openLink.name, '/api/links/report/open', 'POST'],
  ])(
    'refuses more concurrent %s to one network and in total, until the responses are read',
    async (_name, path, method) => {
      const stalled = [await call(GREEDY, path, method), await call(GREEDY, path, method)];
      expect(await statusOf(GREEDY, path, method)).toBe(429);
      const other = await call(HONEST, path, method);
      expect(other.statusCode).toBe(200);
      expect(await statusOf(ANOTHER, path, method)).toBe(503);

      for (const response of [...stalled, other]) response.resume();
      await Promise.all([...stalled, other].map((response) => once(response, 'end')));
      await eventually(async () => expect(await statusOf(ANOTHER, path, method)).toBe(200));
      await eventually(async () => expect(await statusOf(GREEDY, path, method)).toBe(200));
    },
  );

  it('opens no link whose response it then refuses, and refuses no opening with a small response', async () => {
    const open = () => call(GREEDY, '/api/links/report/open', 'POST');
    const stalled = [await open(), await open()];
    bus.opened = 0;
    expect((await open()).statusCode).toBe(429);
    expect(bus.opened).toBe(0);
    bus.linked = 199;
    const small = await open();
    expect(small.statusCode).toBe(200);
    expect(bus.opened).toBe(1);

    bus.linked = 200;
    for (const response of [...stalled, small]) response.destroy();
    await eventually(async () => expect(await statusOf(GREEDY, '/api/links/report/open', 'POST')).toBe(200));
  });

  it('answers sixteen calls at once, of bundles and links together, and lets a hundred of a shared address wait', async () => {
    bus.mostRunning = 0;
    const { promise, resolve: release } = Promise.withResolvers<undefined>();
    bus.held = promise;
    const paths = ['/api/links/report', `/api/bundles/${ID}`];
    const answers = Promise.all(
      Array.from({ length: 100 }, (_, at) => statusOf(ANOTHER, paths[at % 2] ?? '')),
    );
    await eventually(() => expect(bus.running).toBe(16));
    release(undefined);
    const statuses = await answers;
    expect(bus.mostRunning).toBe(16);
    // Refused by the slots of large responses alone, which are 2 of a network here.
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
  });
});
