import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLogger } from '../../logger.js';
import { parseTraceparent } from '../traceparent.js';
import { OtlpTracer } from './otlp-tracer.js';

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
          kind: number;
          status: { code: number };
        }[];
      }[];
    }[];
  };
}

describe('spans to a collector', () => {
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

  function tracerOf(share = 1): OtlpTracer {
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const logger = createLogger('test', 'silent');
    return new OtlpTracer({ service: 'files', endpoint, headers: { 'x-key': 'k' }, share, logger });
  }

  const spans = () => sent.flatMap(({ body }) => body.resourceSpans[0]!.scopeSpans[0]!.spans);

  it('go where the endpoint says, under the name of the process', async () => {
    const tracer = tracerOf();
    tracer.start({ name: 'POST /api/upload', kind: 'server' }).end();
    await tracer.close();
    expect(sent[0]).toMatchObject({ url: '/v1/traces', headers: { 'x-key': 'k' } });
    expect(sent[0]!.body.resourceSpans[0]!.resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'files' },
    });
  });

  it('are parts of the span that their traceparent names', async () => {
    const tracer = tracerOf();
    const whole = tracer.start({ name: 'whole', kind: 'server' });
    const part = tracer.start({ name: 'part', kind: 'client', parent: whole.traceparent });
    part.end(new TypeError('what a person typed'));
    whole.end();
    await tracer.close();
    const [sentPart, sentWhole] = spans();
    expect(parseTraceparent(whole.traceparent)).toMatchObject({
      traceId: sentWhole!.traceId,
      isSampled: true,
    });
    expect(sentPart).toMatchObject({ traceId: sentWhole!.traceId, parentSpanId: sentWhole!.spanId });
    expect(JSON.stringify(sentPart)).toContain('TypeError');
    expect(JSON.stringify(sentPart)).not.toContain('what a person typed');
  });

  it('are not sent of traces that are not kept, nor of what belongs to them', async () => {
    const tracer = tracerOf(0);
    const whole = tracer.start({ name: 'whole', kind: 'server' });
    tracer.start({ name: 'part', kind: 'client', parent: whole.traceparent }).end();
    whole.end();
    await tracer.close();
    expect(parseTraceparent(whole.traceparent)).toMatchObject({ isSampled: false });
    expect(sent).toEqual([]);
  });

  it('are lost when nobody takes them in, and hold up nothing', async () => {
    const tracer = tracerOf();
    server.close();
    server.closeAllConnections();
    tracer.start({ name: 'whole', kind: 'server' }).end();
    await tracer.close();
    expect(sent).toEqual([]);
  });
});
