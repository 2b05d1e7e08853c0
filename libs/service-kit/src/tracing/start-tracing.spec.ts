import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readEnvironment } from '../environment.js';
import { createLogger } from '../logger.js';
import { startTracing } from './start-tracing.js';
import { tracingEnv } from './tracing.env.js';
import { endSpan, SpanKind, startSpan } from './tracing.js';

describe('startTracing', () => {
  let server: Server;
  let received: IncomingHttpHeaders[];

  beforeEach(async () => {
    received = [];
    server = createServer((request, response) => {
      received.push(request.headers);
      request.resume().on('end', () => response.end('{}'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  afterEach(() => void server.close());

  async function traceOneCall(settings: Readonly<Record<string, string>>): Promise<void> {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const environment = readEnvironment(tracingEnv, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...settings });
    const stop = await startTracing('files', environment, createLogger('test', 'silent'));
    endSpan(startSpan({ name: 'GET /', kind: SpanKind.SERVER }));
    await stop();
  }

  it('sends the headers of OTEL_EXPORTER_OTLP_HEADERS to the collector, decoded', async () => {
    await traceOneCall({ OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dTpw, x-tenant=a=b' });
    expect(received).toEqual([
      expect.objectContaining({ authorization: 'Basic dTpw', 'x-tenant': 'a=b' }) as IncomingHttpHeaders,
    ]);
  });

  it('keeps the share of traces that OTEL_TRACES_SAMPLER_ARG sets, and all without it', async () => {
    await traceOneCall({ OTEL_TRACES_SAMPLER_ARG: '0' });
    expect(received).toEqual([]);
    await traceOneCall({});
    expect(received).toHaveLength(1);
  });

  it.each([
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'authorization' }, 'must be name=value pairs separated by commas'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'must be a number from 0 to 1'],
  ])('refuses %j', (values, sentence) => {
    expect(() => readEnvironment(tracingEnv, values)).toThrow(sentence);
  });
});
