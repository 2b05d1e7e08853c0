import { correlationId, currentContext, runInContext } from '../call-context.js';
import type { Span, SpanStart, Tracer } from './tracer.js';

/** The process's tracer, as there is one stream of spans out of it. Nothing is traced without one. */
let tracer: Tracer | undefined;

/** @param used where spans go from now on; undefined for nowhere */
export function useTracer(used: Tracer | undefined): void {
  tracer = used;
}

/** Begins a span, and a trace where no `parent` is given. Undefined when nothing is traced. */
export function startSpan(span: SpanStart): Span | undefined {
  return tracer?.start(span);
}

/** Work as one span of the trace that the current call belongs to. Outside of a trace it is just done. */
export async function withSpan<T>(span: SpanStart, work: () => Promise<T>): Promise<T> {
  const parent = currentContext()?.traceparent;
  return parent === undefined ? work() : withEntrySpan({ ...span, parent }, work);
}

/** Work as a span of its own trace, or of its `parent`'s: for where work enters this process. */
export async function withEntrySpan<T>(start: SpanStart, work: () => Promise<T>): Promise<T> {
  const span = startSpan(start);
  if (!span) return work();
  return runInContext({ correlationId: correlationId(), traceparent: span.traceparent }, async () => {
    try {
      const result = await work();
      span.end();
      return result;
    } catch (error) {
      span.end(error);
      throw error;
    }
  });
}

/** Tells of work that has just ended, as a span of the trace that the current call belongs to. */
export function recordSpan(span: SpanStart, durationMs: number, error?: unknown): void {
  const parent = currentContext()?.traceparent;
  if (!tracer || parent === undefined) return;
  tracer.start({ ...span, parent, startedAt: Date.now() - durationMs }).end(error);
}
