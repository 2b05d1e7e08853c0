import { currentContext, runInContext } from '../call-context.js';
import { recordSpans } from './record-spans.js';
import { recordSpan, SpanKind, withEntrySpan, withSpan } from './tracing.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callSpanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${callSpanId}-01`;

const inCall = <T>(work: () => T) => runInContext({ correlationId: 'call-1', traceparent }, work);
const currentTraceparent = () => Promise.resolve(currentContext()?.traceparent);

describe('tracing without a tracer provider', () => {
  it('runs the work and passes the traceparent on', async () => {
    expect(await inCall(() => withSpan({ name: 'work' }, currentTraceparent))).toBe(traceparent);
    expect(await withSpan({ name: 'work' }, currentTraceparent)).toBeUndefined();
  });
});

describe('tracing with a tracer provider', () => {
  let recorder: ReturnType<typeof recordSpans>;

  beforeEach(() => (recorder = recordSpans()));
  afterEach(() => recorder.stop());

  it('makes nested work a child of the span around it, in the trace of the call', async () => {
    await inCall(() =>
      withSpan({ name: 'outer' }, () =>
        withSpan({ name: 'inner', kind: SpanKind.CLIENT }, () => Promise.resolve()),
      ),
    );
    const [inner, outer] = recorder.spans();
    expect(outer).toMatchObject({ name: 'outer', traceId, parentSpanId: callSpanId });
    expect(inner).toMatchObject({
      name: 'inner',
      traceId,
      parentSpanId: outer!.spanId,
      kind: SpanKind.CLIENT,
    });
  });

  it('keeps the correlation id of the call', async () => {
    const seen = () => Promise.resolve(currentContext()?.correlationId);
    expect(await inCall(() => withSpan({ name: 'work' }, seen))).toBe('call-1');
  });

  it('starts a trace only where work enters the process', async () => {
    const nothing = () => Promise.resolve();
    await withSpan({ name: 'polling' }, nothing);
    recordSpan({ name: 'query', kind: SpanKind.CLIENT }, 5);
    expect(recorder.spans()).toEqual([]);
    await withEntrySpan({ name: 'job', kind: SpanKind.CONSUMER }, nothing);
    expect(recorder.spans()).toMatchObject([{ name: 'job', parentSpanId: undefined }]);
  });

  it('marks the span of failed work, without the message of the error, and rethrows the error', async () => {
    const failure = new TypeError('personal data');
    const work = inCall(() => withSpan({ name: 'work' }, () => Promise.reject(failure)));
    await expect(work).rejects.toBe(failure);
    expect(recorder.spans()).toMatchObject([{ hasFailed: true, attributes: { 'error.type': 'TypeError' } }]);
    expect(JSON.stringify(recorder.spans())).not.toContain('personal data');
  });

  it('records ended work with its start time', () => {
    const before = Date.now();
    inCall(() => recordSpan({ name: 'query', kind: SpanKind.CLIENT }, 1000));
    const [span] = recorder.spans();
    expect(span!.startedAt).toBeLessThanOrEqual(Date.now() - 1000);
    expect(span!.startedAt).toBeGreaterThanOrEqual(before - 1001);
  });
});
