import { SpanStatusCode, trace } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';

/** A span as a test compares it. */
export interface RecordedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the root of a trace. */
  readonly parentSpanId: string | undefined;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly hasFailed: boolean;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
}

/** Records the spans of this process in memory, for tests. */
export function recordSpans(): { spans(): RecordedSpan[]; stop(): void } {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
  return {
    spans: () =>
      exporter.getFinishedSpans().map((span) => ({
        name: span.name,
        traceId: span.spanContext().traceId,
        spanId: span.spanContext().spanId,
        parentSpanId: span.parentSpanContext?.spanId,
        kind: span.kind,
        attributes: span.attributes,
        hasFailed: span.status.code === SpanStatusCode.ERROR,
        startedAt: span.startTime[0] * 1000 + span.startTime[1] / 1e6,
      })),
    stop: () => trace.disable(),
  };
}
