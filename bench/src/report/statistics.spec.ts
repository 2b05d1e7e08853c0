import { median, pairwiseRatios, percentile } from './statistics.js';

describe('statistics', () => {
  it('takes the middle of an odd number of samples in any order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('takes the mean of the two middle samples of an even number', () => {
    expect(median([9, 1, 5, 3])).toBe(4);
  });

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
    expect(() => median([])).toThrow(RangeError);
    expect(() => percentile([], 0.5)).toThrow(RangeError);
    expect(() => pairwiseRatios([1], [])).toThrow(RangeError);
  });
});
