import { trace } from '@opentelemetry/api';
import { parentContext, parseTraceparent, traceparentOf } from './traceparent.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('parseTraceparent', () => {
  it.each([
    [`00-${traceId}-${spanId}-01`, 1],
    [`00-${traceId}-${spanId}-00`, 0],
    [`01-${traceId}-${spanId}-01-what a later version appends`, 1],
  ])('reads %s', (text, traceFlags) => {
    expect(parseTraceparent(text)).toEqual({ traceId, spanId, traceFlags });
  });

  it.each([
    undefined,
    '',
    'anything',
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
  ])('refuses %s', (text) => {
    expect(parseTraceparent(text)).toBeNull();
  });
});

describe('traceparentOf', () => {
  it('writes the header of a span', () => {
    const traceparent = `00-${traceId}-${spanId}-01`;
    const span = trace.getSpan(parentContext(traceparent))!;
    expect(traceparentOf(span)).toBe(traceparent);
  });

  it('a span of no trace has no traceparent', () => {
    expect(traceparentOf(trace.getTracer('test').startSpan('work'))).toBeUndefined();
  });
});
