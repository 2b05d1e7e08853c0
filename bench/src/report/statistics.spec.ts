import { pairwiseRatios, percentile } from './statistics.js';

describe('statistics', () => {
  it('takes a sample as the percentile, never an interpolated value', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile([1, 2], 0.5)).toBe(1);
    expect(percentile([7], 0.99)).toBe(7);
  });

  it('divides values of the same round', () => {
    expect(pairwiseRatios([1, 6], [2, 3])).toEqual([0.5, 2]);
  });

  it('throws without samples', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError);
    expect(() => pairwiseRatios([1], [])).toThrow(RangeError);
  });
});
