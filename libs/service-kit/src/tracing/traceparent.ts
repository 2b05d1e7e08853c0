import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  trace,
} from '@opentelemetry/api';

/** Version, trace id, span id and flags. Versions to come may append more (W3C Trace Context, 3.2). */
const FORMAT = /^(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** The W3C `traceparent` header that continues the trace of `span`; undefined for a span of no trace. */
export function traceparentOf(span: Span): string | undefined {
  const context = span.spanContext();
  if (!isSpanContextValid(context)) return undefined;
  return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, '0')}`;
}

/** The trace and span ids of a `traceparent` header; null for a malformed one. */
export function parseTraceparent(traceparent: string | undefined): SpanContext | null {
  const [, version, traceId = '', spanId = '', flags = '', more] = FORMAT.exec(traceparent ?? '') ?? [];
  if (version === '00' && more !== undefined) return null;
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
  return isSpanContextValid(context) ? context : null;
}

/** The context in which a new span becomes a child of `traceparent`, or the root of a new trace without a valid one. */
export function parentContext(traceparent: string | undefined): Context {
  const parent = parseTraceparent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}
