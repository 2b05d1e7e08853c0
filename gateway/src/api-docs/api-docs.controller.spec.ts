import type { Bus } from '@waybill/bus/client';
import type { FastifyReply } from 'fastify';
import type { GatewayModuleOptions } from '../options/gateway.module-options.js';
import { type GatewayUnderTest, startGatewayUnderTest } from '../testing/gateway-under-test.js';
import { ApiDocsController } from './api-docs.controller.js';

describe('API documents', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGatewayUnderTest({} as Bus);
  });
  afterAll(() => gateway.close());

  it.each(['openApi', 'asyncApi'] as const)('all responses with %s share its bytes', (name) => {
    const controller = new ApiDocsController({ apiDocs: true } as GatewayModuleOptions);
    const sent: unknown[] = [];
    const reply = { headers: () => reply, type: () => reply, send: (body: unknown) => sent.push(body) };
    for (let n = 0; n < 2; n++) controller[name](undefined, reply as unknown as FastifyReply);
    expect(sent[0]).toBeInstanceOf(Buffer);
    expect(sent[1]).toBe(sent[0]);
  });

  it.each(['openapi.json', 'asyncapi.json'])(
    'answers 304 for %s to a client that has the same version',
    async (name) => {
      const url = `${gateway.url}/api/docs/${name}`;
      const { status, headers } = await fetch(url);
      const type = headers.get('content-type');
      expect([status, type]).toEqual([200, 'application/json; charset=utf-8']);
      const known = await fetch(url, { headers: { 'if-none-match': headers.get('etag') ?? '' } });
      expect([known.status, await known.text()]).toEqual([304, '']);
      const other = await fetch(url, { headers: { 'if-none-match': '"other"' }, method: 'HEAD' });
      expect(other.status).toBe(200);
      for (const header of ['etag', 'content-length', 'cache-control', 'content-type'])
        expect(other.headers.get(header)).toBe(headers.get(header));
    },
  );
});
