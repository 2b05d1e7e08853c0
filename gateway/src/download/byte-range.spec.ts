import { requestedRange } from './byte-range.js';

const ETAG = '"abc"';

describe('requestedRange', () => {
  it.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-10', { start: 90, end: 99 }],
    ['bytes=0-1000', { start: 0, end: 99 }],
    ['bytes=99-99', { start: 99, end: 99 }],
    ['bytes=-1000', { start: 0, end: 99 }],
    ['bytes=0-99999999999999999999', { start: 0, end: 99 }],
    ['Bytes= 0-1 ', { start: 0, end: 1 }],
  ])('parses %s of 100 bytes', (range, expected) => {
    expect(requestedRange({ range }, 100, ETAG)).toEqual(expected);
  });

  it('returns the whole file without a range', () => {
    expect(requestedRange({}, 100, ETAG)).toBe('whole');
  });

  it.each(['bytes=100-', 'bytes=200-300', 'bytes=-0', 'bytes=5-2'])(
    'reports %s of 100 bytes as unsatisfiable',
    (range) => {
      expect(requestedRange({ range }, 100, ETAG)).toBe('unsatisfiable');
    },
  );

  it.each(['items=0-1', 'bytes=0-1,5-6', 'nonsense', 'bytes=', 'bytes=-', 'bytes=--1', 'bytes=0x1-'])(
    'ignores the unsupported range %s',
    (range) => {
      expect(requestedRange({ range }, 100, ETAG)).toBe('whole');
    },
  );

  it('returns the range only if If-Range matches the entity tag', () => {
    expect(requestedRange({ range: 'bytes=0-9', 'if-range': ETAG }, 100, ETAG)).toEqual({ start: 0, end: 9 });
    expect(requestedRange({ range: 'bytes=0-9', 'if-range': '"old"' }, 100, ETAG)).toBe('whole');
  });

  it.each(['bytes=0-', 'bytes=-5'])('reports %s of an empty file as unsatisfiable', (range) => {
    expect(requestedRange({ range }, 0, ETAG)).toBe('unsatisfiable');
  });
});
