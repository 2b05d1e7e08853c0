import { currentContext, metrics, parseTraceparent, SpanKind } from '@waybill/service-kit';
import { recordSpans } from '@waybill/service-kit/record-spans';
import { eventually, metricIn } from '@waybill/testing';
import { fastify, type FastifyInstance } from 'fastify';
import { request } from 'node:http';
import type { GatewayModuleOptions } from '../options/gateway.module-options.js';
import { observeRequests } from './observe-requests.hook.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const incoming = `00-${TRACE}-b7ad6b7169203331-01`;

async function gateway(trustProxy: GatewayModuleOptions['trustProxy'] = false): Promise<FastifyInstance> {
  const server = fastify();
  observeRequests(server, { trustProxy } as GatewayModuleOptions);
  server.get('/api/files/:id', () => ({ traceparent: currentContext()?.traceparent }));
  server.post(
    '/api/upload',
    (call) => new Promise((done) => call.raw.resume().once('end', () => done('stored'))),
  );
  server.get('/api/fails', (_call, reply) => reply.status(503).send('sorry'));
  server.addContentTypeParser('*', (_call, _body, done) => done(null));
  await server.listen({ port: 0, host: '127.0.0.1' });
  return server;
}

const portOf = (server: FastifyInstance) => (server.server.address() as { port: number }).port;
const urlOf = (server: FastifyInstance) => `http://127.0.0.1:${portOf(server)}`;

const valueOf = async (series: string) => metricIn(await metrics.render(), series);

const calls = (method: string, route: string, status: string) =>
  `waybill_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

describe('observeRequests', () => {
  let server: FastifyInstance;

  afterEach(() => server.close());

  it('counts requests by route, never by path', async () => {
    server = await gateway();
    await fetch(`${urlOf(server)}/api/files/1?token=secret`);
    await fetch(`${urlOf(server)}/api/files/2`);
    await fetch(`${urlOf(server)}/no/such/thing`);
    await fetch(`${urlOf(server)}/api/fails`);
    await eventually(async () => expect(await valueOf(calls('GET', '/api/files/:id', '2xx'))).toBe(2));
    await eventually(async () => expect(await valueOf(calls('GET', 'unknown', '4xx'))).toBe(1));
    await eventually(async () => expect(await valueOf(calls('GET', '/api/fails', '5xx'))).toBe(1));
    const series = (await metrics.render()).replaceAll(/^#.*$/gm, '');
    expect(series).not.toMatch(/files\/1|secret|such/);
  });

  it('reports requests in progress and their bytes before they end', async () => {
    server = await gateway();
    const upload = request(`${urlOf(server)}/api/upload`, { method: 'POST' }).on('error', () => undefined);
    upload.write(Buffer.alloc(1_000_000));
    const received = 'waybill_http_received_bytes_total{route="/api/upload"}';
    await eventually(async () => expect(await valueOf(received)).toBeGreaterThan(1_000_000));
    expect(await valueOf('waybill_http_requests_open{route="/api/upload"}')).toBe(1);
    upload.destroy();
    await eventually(async () => expect(await valueOf(calls('POST', '/api/upload', 'aborted'))).toBe(1));
    expect(await valueOf('waybill_http_requests_open{route="/api/upload"}')).toBe(0);
  });

  it('counts each byte of a connection once, for any number of requests', async () => {
    server = await gateway();
    const sent = 'waybill_http_sent_bytes_total{route="/api/fails"}';
    const before = await valueOf(sent);
    const answers = [await fetch(`${urlOf(server)}/api/fails`), await fetch(`${urlOf(server)}/api/fails`)];
    for (const answer of answers) await answer.text();
    await eventually(async () => expect(await valueOf(sent)).toBeGreaterThan(before + 2 * 50));
    expect(await valueOf(sent)).toBeLessThan(before + 2 * 500);
  });
});

describe('trace of an HTTP request', () => {
  let server: FastifyInstance;
  let recorder: ReturnType<typeof recordSpans>;

  beforeEach(() => (recorder = recordSpans()));
  afterEach(async () => {
    recorder.stop();
    await server.close();
  });

  const ask = async () => {
    const answer = await fetch(`${urlOf(server)}/api/files/1`, { headers: { traceparent: incoming } });
    return answer.json();
  };

  it('continues in the handler', async () => {
    server = await gateway();
    const { traceparent } = (await ask()) as { traceparent: string };
    await eventually(() => expect(recorder.spans()).toHaveLength(1));
    const [span] = recorder.spans();
    expect(span).toMatchObject({ name: 'GET /api/files/:id', kind: SpanKind.SERVER });
    expect(parseTraceparent(traceparent)).toMatchObject({ traceId: span!.traceId, spanId: span!.spanId });
  });

  it('ignores the traceparent of an untrusted client', async () => {
    server = await gateway();
    await ask();
    await eventually(() => expect(recorder.spans()).toMatchObject([{ parentSpanId: undefined }]));
  });

  it('continues the trace of a trusted proxy', async () => {
    server = await gateway('loopback');
    await ask();
    const { traceId, spanId } = parseTraceparent(incoming)!;
    await eventually(() => expect(recorder.spans()).toMatchObject([{ traceId, parentSpanId: spanId }]));
  });

  it('passes on the traceparent while tracing is disabled', async () => {
    recorder.stop();
    server = await gateway('loopback');
    expect(await ask()).toEqual({ traceparent: incoming });
  });
});
