import { type Context, ROOT_CONTEXT, type Span, type SpanContext, trace } from '@opentelemetry/api';
import { parseTraceParent, W3CTraceContextPropagator } from '@opentelemetry/core';

const propagator = new W3CTraceContextPropagator();

/** The W3C `traceparent` header that continues the trace of `span`; undefined for a span of no trace. */
export function traceparentOf(span: Span): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, {
    set: (target: typeof carrier, name, value) => {
      if (name === 'traceparent') target.traceparent = value;
    },
  });
  return carrier.traceparent;
}

/** The trace and span ids of a `traceparent` header; null for a malformed one. */
export function parseTraceparent(traceparent: string | undefined): SpanContext | null {
  return traceparent === undefined ? null : parseTraceParent(traceparent);
}

/** The context in which a new span becomes a child of `traceparent`, or the root of a new trace without a valid one. */
export function parentContext(traceparent: string | undefined): Context {
  const parent = parseTraceparent(traceparent);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}
