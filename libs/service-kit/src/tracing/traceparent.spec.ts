import { formatTraceparent, parseTraceparent } from './traceparent.js';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';

describe('a traceparent', () => {
  it.each([
    [`00-${traceId}-${spanId}-01`, true],
    [`00-${traceId}-${spanId}-00`, false],
    [`00-${traceId}-${spanId}-03`, true],
  ])('%s is read', (text, isSampled) => {
    expect(parseTraceparent(text)).toEqual({ traceId, spanId, isSampled });
  });

  it.each([
    undefined,
    '',
    'anything',
    `01-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}-01-more`,
  ])('%s is none', (text) => {
    expect(parseTraceparent(text)).toBeUndefined();
  });

  it('is written as it is read', () => {
    const text = `00-${traceId}-${spanId}-01`;
    expect(formatTraceparent(parseTraceparent(text)!)).toBe(text);
  });
});
