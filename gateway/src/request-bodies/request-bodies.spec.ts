import { Bus } from '@waybill/bus/client';
import { AppError } from '@waybill/contracts';
import { allRoutes } from '@waybill/contracts/http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';

/** Counts the requests that reach a service. */
class UnavailableServices extends Bus {
  requests = 0;

  override request(): Promise<never> {
    this.requests += 1;
    return Promise.reject(new AppError('server.unavailable'));
  }
}

const jsonRoutes = allRoutes.filter(
  ({ body, path }) => body?.mediaType === 'application/json' && path !== '/api/webhook',
);

describe('request bodies', () => {
  const bus = new UnavailableServices();
  let gateway: GatewayUnderTest;
  beforeAll(async () => void (gateway = await startGatewayUnderTest(bus)));
  afterAll(() => gateway.close());

  const send = (path: string, init: RequestInit & { type?: string }) =>
    fetch(gateway.url + path.replaceAll(/\{\w+\}/g, '6f9619ff-8b86-4d11-b42d-00c04fc964ff'), {
      method: 'POST',
      ...init,
      ...(init.type && { headers: { 'content-type': init.type } }),
    });
  const login = (body: string | Uint8Array<ArrayBuffer>, type = 'application/json') =>
    send('/api/login', { body, type });

  it.each(jsonRoutes)('a multipart form is refused where JSON is expected: $method $path', async (route) => {
    const form = new FormData();
    form.append('password', 'hunter22');
    const answer = await send(route.path, { method: route.method, body: form });
    expect([answer.status, await answer.json()]).toEqual([
      415,
      expect.objectContaining({ code: 'request.unsupported-type' }),
    ]);
  });

  it.each(['multipart/form-data', 'Multipart/Form-Data; boundary=x', 'multipart/mixed; boundary=x'])(
    'the type %s is refused where JSON is expected',
    async (type) => expect((await login('--x--', type)).status).toBe(415),
  );

  it.each([
    ['POST', '/api/uploads'],
    ['PATCH', '/api/uploads/{id}'],
  ])(
    'JSON is refused where bytes of an upload are expected, even if it is malformed: %s',
    async (method, path) => {
      for (const body of ['{}', '{bad', ...(method === 'PATCH' ? [null] : [])]) {
        const headers = {
          'content-type': 'application/json',
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
        };
        const answer = await send(path, { method, body, headers });
        expect([answer.status, await answer.json()]).toEqual([
          415,
          expect.objectContaining({ code: 'request.unsupported-type' }),
        ]);
      }
    },
  );

  it('JSON that is not UTF-8 is refused, so that no password or name is changed silently', async () => {
    const latin1 = new Uint8Array(
      Buffer.from('{"email":"zo\xeb@example.org","password":"M\xfcller"}', 'latin1'),
    );
    const answer = await login(latin1);
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'request.malformed' }),
    ]);
    expect((await login('\uFEFF{"email":"ada@example.org","password":"a password"}')).status).toBe(503);
  });

  it('JSON with deep nesting or too many values is refused before it is parsed', async () => {
    for (const body of [`{"email":${'['.repeat(30_000)}`, `{"email":[${'{},'.repeat(20_000)}{}]}`]) {
      const answer = await login(body);
      expect(await answer.json()).toMatchObject({
        code: 'request.malformed',
        message: 'The request has too many values, or is nested too deeply.',
      });
    }
  });

  it('accepts a bundle of 10,000 files with paths', async () => {
    const id = '6f9619ff-8b86-4d11-b42d-00c04fc964ff';
    const files = Array.from({ length: 10_000 }, (_, number) => ({
      id,
      path: `folder/${number}, [a] {b}.txt`,
    }));
    const answer = await send('/api/bundles/{id}', {
      method: 'PUT',
      body: JSON.stringify({ files }),
      type: 'application/json',
    });
    expect(answer.status).toBe(503);
  });

  it('refuses more than sixty large bodies of a network in ten minutes, and still accepts small ones', async () => {
    const large = `{"name":"${'a'.repeat(70_000)}"}`;
    const sent = async (body: string) =>
      (await send('/api/bundles', { body, type: 'application/json' })).status;
    const before = bus.requests;
    const statuses: number[] = [];
    for (let number = 0; number < 61; number += 1) statuses.push(await sent(large));
    // One was used by the test above.
    expect(statuses.filter((status) => status === 400)).toHaveLength(59);
    expect(statuses.at(-1)).toBe(429);
    expect(bus.requests).toBe(before);
    expect(await sent('{"name":"small"}')).toBe(503);
  });

  it.each([
    ['without a host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400, 'request.malformed'],
    [
      'with an unknown expectation',
      'POST /api/login HTTP/1.1\r\nHost: a\r\nExpect: foo\r\nContent-Length: 0\r\n\r\n',
      417,
      'request.expectation-failed',
    ],
  ])('a request %s is answered with the error body', async (_what, request, status, code) => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.write(request);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ statusCode: status, code });
  });

  it('HEAD with an unknown expectation is answered without a body', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.write('HEAD /livez HTTP/1.1\r\nHost: a\r\nExpect: foo\r\n\r\n');
    expect(await text(socket)).toMatch(/^HTTP\/1.1 417 [^]*\r\n\r\n$/);
  });

  it('an id of a thousand characters is unknown, and its method not refused', async () => {
    const answer = await send(`/api/files/${'a'.repeat(1_000)}`, { method: 'GET' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, null]);
  });
});
