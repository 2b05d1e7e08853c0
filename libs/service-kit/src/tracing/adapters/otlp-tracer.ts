import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind as Kind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span as OtelSpan,
  type Tracer as OtelTracer,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../../logger.js';
import { formatTraceparent, parseTraceparent } from '../traceparent.js';
import { type Span, type SpanAttributes, type SpanStart, Tracer } from '../tracer.js';

export interface OtlpOptions {
  /** The process's name, as the collector will show it. */
  readonly service: string;
  /** The collector's address, to which `/v1/traces` is added. */
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Which share of traces that begin here is kept, 0 to 1; others are as who began them says. */
  readonly share: number;
  readonly logger: Logger;
}

const EXPORT_EVERY_MS = 2000;
const EXPORT_TIMEOUT_MS = 3000;

const kinds = {
  server: Kind.SERVER,
  client: Kind.CLIENT,
  producer: Kind.PRODUCER,
  consumer: Kind.CONSUMER,
  internal: Kind.INTERNAL,
};

/** Spans to an OpenTelemetry collector, over HTTP as JSON. What it does not take in is lost, and holds up nothing. */
export class OtlpTracer extends Tracer {
  private readonly provider: TracerProvider;
  private readonly tracer: OtelTracer;

  constructor({ service, endpoint, headers, share, logger }: OtlpOptions) {
    super();
    tellTroubleTo(logger);
    const exporter = new OTLPTraceExporter({
      url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
      headers: { ...headers },
      timeoutMillis: EXPORT_TIMEOUT_MS,
    });
    this.provider = new TracerProvider({
      resource: resourceFromAttributes({ 'service.name': service, 'service.namespace': 'waybill' }),
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
      spanProcessors: [
        new BatchSpanProcessor({
          exporter,
          scheduledDelayMillis: EXPORT_EVERY_MS,
          exportTimeoutMillis: EXPORT_TIMEOUT_MS,
        }),
      ],
    });
    this.tracer = this.provider.getTracer('waybill');
  }

  start({ name, kind, attributes = {}, parent, startedAt }: SpanStart): Span {
    const options = {
      kind: kinds[kind],
      attributes,
      ...(startedAt !== undefined && { startTime: startedAt }),
    };
    return new StartedSpan(this.tracer.startSpan(name, options, contextOf(parent)));
  }

  async close(): Promise<void> {
    // A collector that is away must not keep the process from ending; the exporter's own time-out bounds this.
    await this.provider.shutdown().catch(() => undefined);
  }
}

class StartedSpan implements Span {
  constructor(private readonly span: OtelSpan) {}

  get traceparent(): string {
    const { traceId, spanId, traceFlags } = this.span.spanContext();
    return formatTraceparent({ traceId, spanId, isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0 });
  }

  add(attributes: SpanAttributes): void {
    this.span.setAttributes(attributes);
  }

  end(error?: unknown): void {
    if (error !== undefined) {
      // Not the message: it may hold what a person typed, and the log has it.
      this.span.setAttribute('error.type', typeOf(error));
      this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}

function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

function contextOf(parent: string | undefined): Context {
  const position = parseTraceparent(parent);
  if (!position) return ROOT_CONTEXT;
  const { traceId, spanId, isSampled } = position;
  const traceFlags = isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

/** The SDK reports through a logger that is the process's, too. */
function tellTroubleTo(logger: Logger): void {
  const warn = (message: string, ...details: unknown[]) =>
    logger.warn({ details: details.map(String) }, `Traces: ${message}`);
  const ignore = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
