import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A collected span. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  /** Process that exported the span. */
  readonly service: string;
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: {
      readonly attributes: readonly { key: string; value: { stringValue?: string } }[];
    };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

/** OTLP collector (HTTP with JSON) that records all spans. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];

  private constructor(private readonly server: Server) {}

  static async start(): Promise<TraceCollector> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        collector.take(JSON.parse(Buffer.concat(chunks).toString()) as Export);
        response.setHeader('content-type', 'application/json').end('{}');
      });
    });
    const collector = new TraceCollector(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Spans of the trace whose root span has this name and began since a time. There must be one such trace. */
  traceOf(name: string, since: Date): CollectedSpan[] {
    const roots = this.spans.filter(
      (span) =>
        span.name === name && !span.parentSpanId && Number(span.startTimeUnixNano) >= since.getTime() * 1e6,
    );
    expect(roots).toHaveLength(1);
    return this.spans.filter(({ traceId }) => traceId === roots[0]!.traceId);
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const name = resource.attributes.find(({ key }) => key === 'service.name');
      const service = name?.value.stringValue ?? '';
      for (const { spans } of scopeSpans) this.spans.push(...spans.map((span) => ({ ...span, service })));
    }
  }
}

/** Names from the root span to this span, such as `gateway: POST /api/upload`. */
export function pathOf(span: CollectedSpan, trace: readonly CollectedSpan[]): string[] {
  const parent = trace.find(({ spanId }) => spanId === span.parentSpanId);
  const name = `${span.service}: ${span.name}`;
  return parent ? [...pathOf(parent, trace), name] : [name];
}
