import { isUnchanged, requestedRange } from './byte-range.js';

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
  ])('reads %s of 100 bytes', (range, expected) => {
    expect(requestedRange({ range }, 100, ETAG)).toEqual(expected);
  });

  it('serves the whole file when no range is asked for', () => {
    expect(requestedRange({}, 100, ETAG)).toBe('whole');
  });

  it.each(['bytes=100-', 'bytes=200-300', 'bytes=-0', 'bytes=5-2'])(
    'finds %s of 100 bytes unsatisfiable',
    (range) => {
      expect(requestedRange({ range }, 100, ETAG)).toBe('unsatisfiable');
    },
  );

  it.each(['items=0-1', 'bytes=0-1,5-6', 'nonsense', 'bytes=', 'bytes=-', 'bytes=--1', 'bytes=0x1-'])(
    'ignores %s, which it does not serve',
    (range) => {
      expect(requestedRange({ range }, 100, ETAG)).toBe('whole');
    },
  );

  it('serves the range only while If-Range names the same bytes', () => {
    expect(requestedRange({ range: 'bytes=0-9', 'if-range': ETAG }, 100, ETAG)).toEqual({ start: 0, end: 9 });
    expect(requestedRange({ range: 'bytes=0-9', 'if-range': '"old"' }, 100, ETAG)).toBe('whole');
  });

  it.each(['bytes=0-', 'bytes=-5'])('finds %s of an empty file unsatisfiable', (range) => {
    expect(requestedRange({ range }, 0, ETAG)).toBe('unsatisfiable');
  });
});

describe('isUnchanged', () => {
  it.each([ETAG, `W/${ETAG}`, `"x", ${ETAG}`, '*'])('recognises %s', (header) => {
    expect(isUnchanged(header, ETAG)).toBe(true);
  });

  it.each([undefined, '"x"', 'abc'])('sends the bytes again for %s', (header) => {
    expect(isUnchanged(header, ETAG)).toBe(false);
  });
});
