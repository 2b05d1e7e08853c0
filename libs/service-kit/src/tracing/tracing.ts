import { type Span, SpanKind, type SpanOptions, SpanStatusCode, trace } from '@opentelemetry/api';
import { correlationId, currentContext, runInContext } from '../call-context.js';
import { parentContext, traceparentOf } from './traceparent.js';

export { SpanKind };

/**
 * A span to start. Its name has few values: a route, a message, a kind of job, but no id. Its attributes follow
 * OpenTelemetry's semantic conventions, and hold neither personal data nor secrets.
 */
export interface SpanStart extends SpanOptions {
  readonly name: string;
  /** `traceparent` of the parent span; without it the span starts a trace. */
  readonly parent?: string | undefined;
}

/** Starts a span. It records nothing while tracing is disabled. */
export function startSpan({ name, parent, ...options }: SpanStart): Span {
  return trace.getTracer('waybill').startSpan(name, options, parentContext(parent));
}

/**
 * Ends a span, as failed if there is an error. Records the code of the error, but not its message, which may contain
 * personal data.
 */
export function endSpan(span: Span, error?: unknown): void {
  if (error !== undefined) {
    span.setAttribute('error.type', errorType(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

/** Runs `work` as a span of the current trace. Outside of a trace it only runs `work`. */
export async function withSpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const parent = currentContext()?.traceparent;
  return parent === undefined ? work() : withEntrySpan({ ...start, parent }, work);
}

/** Runs `work` as a child of `parent` or as the root of a new trace: where work enters this process. */
export async function withEntrySpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = startSpan(start);
  const context = { ...currentContext(), correlationId: correlationId(), traceparent: traceparentOf(span) };
  return runInContext(context, async () => {
    try {
      const result = await work();
      endSpan(span);
      return result;
    } catch (error) {
      endSpan(span, error);
      throw error;
    }
  });
}

/** Records work that has just ended as a span of the current trace. Does nothing outside of a trace. */
export function recordSpan(start: SpanStart, durationMs: number, error?: unknown): void {
  const parent = currentContext()?.traceparent;
  if (parent === undefined) return;
  endSpan(startSpan({ ...start, parent, startTime: Date.now() - durationMs }), error);
}

function errorType(error: unknown): string {
  if (typeof error === 'string') return error;
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
