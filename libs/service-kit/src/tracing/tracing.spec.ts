import { currentContext, runInContext } from '../call-context.js';
import { type Span, type SpanStart, Tracer } from './tracer.js';
import { startSpan, withSpan, withEntrySpan, recordSpan, useTracer } from './tracing.js';

class Notebook extends Tracer {
  readonly spans: (SpanStart & { error?: unknown })[] = [];

  start(start: SpanStart): Span {
    const span: SpanStart & { error?: unknown } = { ...start };
    this.spans.push(span);
    return {
      traceparent: `of ${start.name}`,
      add: () => undefined,
      end: (error) => void (span.error = error),
    };
  }

  close = () => Promise.resolve();
}

const inCall = <T>(work: () => T) =>
  runInContext({ correlationId: 'call-1', traceparent: 'of a call' }, work);

describe('without a tracer', () => {
  it('work is just done', async () => {
    const seen = () => Promise.resolve(currentContext()?.traceparent);
    expect(startSpan({ name: 'work', kind: 'server' })).toBeUndefined();
    expect(await inCall(() => withSpan({ name: 'work', kind: 'internal' }, seen))).toBe('of a call');
  });
});

describe('with a tracer', () => {
  let notebook: Notebook;

  beforeEach(() => useTracer((notebook = new Notebook())));
  afterEach(() => useTracer(undefined));

  it('work is a part of the call it is done for, and what it does is a part of it', async () => {
    await inCall(() =>
      withSpan({ name: 'outer', kind: 'internal' }, () =>
        withSpan({ name: 'inner', kind: 'client' }, () => Promise.resolve()),
      ),
    );
    expect(notebook.spans).toMatchObject([
      { name: 'outer', parent: 'of a call' },
      { name: 'inner', parent: 'of outer' },
    ]);
  });

  it('work keeps the correlation id of its call', async () => {
    const seen = () => Promise.resolve(currentContext()?.correlationId);
    expect(await inCall(() => withSpan({ name: 'work', kind: 'internal' }, seen))).toBe('call-1');
  });

  it('work outside of any trace begins none, unless it is where work enters', async () => {
    const nothing = () => Promise.resolve();
    await withSpan({ name: 'polling', kind: 'internal' }, nothing);
    recordSpan({ name: 'query', kind: 'client' }, 5);
    expect(notebook.spans).toEqual([]);
    await withEntrySpan({ name: 'job', kind: 'consumer' }, nothing);
    expect(notebook.spans).toMatchObject([{ name: 'job' }]);
  });

  it('work that fails says so, and fails all the same', async () => {
    const failure = new Error('lost');
    const work = inCall(() => withSpan({ name: 'work', kind: 'internal' }, () => Promise.reject(failure)));
    await expect(work).rejects.toBe(failure);
    expect(notebook.spans).toMatchObject([{ error: failure }]);
  });

  it('work that has ended is told of as it was', () => {
    const before = Date.now();
    inCall(() => recordSpan({ name: 'query', kind: 'client' }, 1000));
    expect(notebook.spans[0]!.startedAt).toBeLessThanOrEqual(Date.now() - 1000);
    expect(notebook.spans[0]!.startedAt).toBeGreaterThanOrEqual(before - 1000);
  });
});
