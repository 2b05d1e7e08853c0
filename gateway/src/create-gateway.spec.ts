import { Bus } from '@waybill/bus/client';
import { AppError, serviceNames } from '@waybill/contracts';
import { allRoutes, apiDocsRoutes } from '@waybill/contracts/http';
import { type GatewayUnderTest, startGatewayUnderTest } from './testing/gateway-under-test.js';

/** A bus without any service. */
class EmptyBus extends Bus {
  requests = 0;

  override request(): Promise<never> {
    this.requests++;
    return Promise.reject(new AppError('server.unavailable'));
  }
}

/** The catch-all routes: pages of the web client, and unknown addresses of the administration. */
const CATCH_ALL = /^[A-Z]+ \/(api\/admin\/)?\*$/;

describe('createGateway', () => {
  let gateway: GatewayUnderTest;
  let address: string;

  beforeAll(async () => {
    gateway = await startGatewayUnderTest(new EmptyBus());
    address = gateway.url;
  });
  afterAll(() => gateway.close());

  it('serves every route of the API documents, and no other', () => {
    const documented = allRoutes.map(({ method, path }) => `${method} ${path}`);
    const served = gateway.gateway.routes
      // Fastify adds HEAD to every GET.
      .filter(
        (route, _index, routes) =>
          !routes.includes(route.replace('HEAD ', 'GET ')) || !route.startsWith('HEAD '),
      )
      .filter((route) => !CATCH_ALL.test(route))
      .map((route) => route.replaceAll(/:(\w+)/g, '{$1}'));
    expect(served.toSorted()).toEqual(documented.toSorted());
  });

  it('accepts requests while every service is unavailable, and reports which are down', async () => {
    expect((await fetch(`${address}/livez`)).status).toBe(200);
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const health = await fetch(`${address}/api/health`);
    expect(health.status).toBe(503);
    expect(await health.json()).toMatchObject({
      status: 'degraded',
      components: { auth: 'down', files: 'down', sharing: 'down', analytics: 'down', billing: 'down' },
    });
  });

  it('serves session-independent routes to signed-in users while auth is unavailable', async () => {
    const statusOf = async (path: string) =>
      (await fetch(`${address}${path}`, { headers: { cookie: 'waybill_session=known-to-auth' } })).status;
    expect(await statusOf('/livez')).toBe(200);
    expect(await statusOf('/readyz')).toBe(200);
    // A page of the web client, which is not built here.
    expect(await statusOf('/upload')).toBe(404);
    expect(await statusOf('/api/docs/openapi.json')).toBe(200);
    expect(await statusOf('/api/user')).toBe(503);
  });

  it.each(['/api/admin/promotion', '/api/%61dmin/promotion', '/%61pi/admin/none'])(
    'looks up no access token for %s, and answers as for an unknown address',
    async (path) => {
      const headers = { authorization: `Bearer wb_${'a'.repeat(40)}` };
      const answer = await fetch(address + path, { headers });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        expect.objectContaining({ code: 'request.not-found' }),
      ]);
    },
  );

  it.each([
    ['application/xml', 404],
    ['application/x-www-form-urlencoded', 404],
    ['text/plain', 415],
  ])('answers a body of %s to the administration as to an unknown address', async (type, status) => {
    const answerOf = async (path: string) => {
      const init = { method: 'POST', headers: { 'content-type': type }, body: 'a=1' };
      const answer = await fetch(address + path, init);
      return [answer.status, await answer.json()];
    };
    const unknown = await answerOf('/api/none');
    expect(unknown[0]).toBe(status);
    for (const path of ['/api/admin/invitations', '/api/%61dmin/invitations', '/api/admin/none'])
      expect(await answerOf(path)).toEqual(unknown);
    expect((await answerOf('/api/login'))[0]).toBe(415);
  });

  it('hides the API documents when they are turned off', async () => {
    const hidden = await startGatewayUnderTest(new EmptyBus(), { apiDocs: false });
    try {
      for (const { path } of Object.values(apiDocsRoutes)) {
        if (path.includes('{')) continue;
        expect((await fetch(hidden.url + path)).status).toBe(404);
        expect((await fetch(address + path)).status).toBe(200);
      }
    } finally {
      await hidden.close();
    }
  });

  it('creates its own request id for clients that are no trusted proxy', async () => {
    const headers = { 'x-request-id': 'chosen-by-a-stranger' };
    const direct = await fetch(`${address}/livez`, { headers });
    expect(direct.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
    const behindProxy = await startGatewayUnderTest(new EmptyBus(), { trustProxy: 'loopback' });
    try {
      const proxied = await fetch(`${behindProxy.url}/livez`, { headers });
      expect(proxied.headers.get('x-request-id')).toBe('chosen-by-a-stranger');
    } finally {
      await behindProxy.close();
    }
  });

  it('denies pages the permissions that they do not use', async () => {
    const { headers } = await fetch(`${address}/livez`);
    expect(headers.get('permissions-policy')).toContain('camera=(), geolocation=(), microphone=()');
  });

  it('caches the health for two seconds', async () => {
    const bus = new EmptyBus();
    const busy = await startGatewayUnderTest(bus);
    try {
      await Promise.all(Array.from({ length: 10 }, () => fetch(`${busy.url}/api/health`)));
      await fetch(`${busy.url}/api/health`);
      expect(bus.requests).toBe(serviceNames.length);
    } finally {
      await busy.close();
    }
  });
});
