import { resolveRange } from './byte-range.js';

describe('resolveRange', () => {
  it.each([
    [undefined, 10, { start: 0, stop: 10 }],
    [undefined, 0, { start: 0, stop: 0 }],
    [{ start: 0, end: 0 }, 10, { start: 0, stop: 1 }],
    [{ start: 9, end: 9 }, 10, { start: 9, stop: 10 }],
    [{ start: 2, end: 5 }, 10, { start: 2, stop: 6 }],
    [{ start: 2, end: 99 }, 10, { start: 2, stop: 10 }],
  ])('resolves %j of %d bytes to %j', (range, size, resolved) => {
    expect(resolveRange(range, size)).toEqual(resolved);
  });

  it.each([
    [{ start: 10, end: 10 }, 10],
    [{ start: 0, end: 0 }, 0],
    [{ start: 5, end: 4 }, 10],
    [{ start: -1, end: 4 }, 10],
    [{ start: 0.5, end: 4 }, 10],
    [{ start: 0, end: Number.NaN }, 10],
    [{ start: 0, end: Infinity }, 10],
  ])('refuses %j of %d bytes', (range, size) => {
    expect(() => resolveRange(range, size)).toThrow(RangeError);
  });
});
