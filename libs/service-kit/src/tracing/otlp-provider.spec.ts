import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../logger.js';
import { startOtlpExport } from './otlp-provider.js';
import { parseTraceparent, traceparentOf } from './traceparent.js';
import { endSpan, SpanKind, startSpan } from './tracing.js';

interface Sent {
  readonly headers: Record<string, unknown>;
  readonly url: string | undefined;
  readonly body: {
    resourceSpans: {
      resource: { attributes: { key: string; value: { stringValue: string } }[] };
      scopeSpans: {
        spans: {
          name: string;
          traceId: string;
          spanId: string;
          parentSpanId?: string;
        }[];
      }[];
    }[];
  };
}

describe('startOtlpExport', () => {
  let server: Server;
  let sent: Sent[];

  beforeEach(async () => {
    sent = [];
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = JSON.parse(Buffer.concat(chunks).toString()) as Sent['body'];
        sent.push({ headers: request.headers, url: request.url, body });
        response.end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => void server.close());

  function start(sampleRatio = 1): () => Promise<void> {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const logger = createLogger('test', 'silent');
    return startOtlpExport({ service: 'files', endpoint, headers: { 'x-key': 'k' }, sampleRatio, logger });
  }

  const spans = () => sent.flatMap(({ body }) => body.resourceSpans[0]!.scopeSpans[0]!.spans);

  it('sends spans to the endpoint under the name of the process', async () => {
    const stop = start();
    endSpan(startSpan({ name: 'POST /api/upload', kind: SpanKind.SERVER }));
    await stop();
    expect(sent[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-key': 'k' } });
    expect(sent[0]!.body.resourceSpans[0]!.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'files' },
    });
  });

  it('sends a span as the child of its traceparent, without the message of its error', async () => {
    const stop = start();
    const parent = startSpan({ name: 'parent', kind: SpanKind.SERVER });
    const child = startSpan({ name: 'child', kind: SpanKind.CLIENT, parent: traceparentOf(parent) });
    endSpan(child, new TypeError('personal data'));
    endSpan(parent);
    await stop();
    const [sentChild, sentParent] = spans();
    expect(parseTraceparent(traceparentOf(parent))).toMatchObject({
      traceId: sentParent!.traceId,
      traceFlags: 1,
    });
    expect(sentChild).toMatchObject({ traceId: sentParent!.traceId, parentSpanId: sentParent!.spanId });
    expect(JSON.stringify(sentChild)).toContain('TypeError');
    expect(JSON.stringify(sentChild)).not.toContain('personal data');
  });

  it('sends no span of a trace that is not sampled', async () => {
    const stop = start(0);
    const parent = startSpan({ name: 'parent' });
    endSpan(startSpan({ name: 'child', parent: traceparentOf(parent) }));
    endSpan(parent);
    await stop();
    expect(parseTraceparent(traceparentOf(parent))).toMatchObject({ traceFlags: 0 });
    expect(sent).toEqual([]);
  });

  it('drops spans without delay when the collector is unavailable', async () => {
    const stop = start();
    server.close();
    server.closeAllConnections();
    endSpan(startSpan({ name: 'work' }));
    await stop();
    expect(sent).toEqual([]);
  });
});
