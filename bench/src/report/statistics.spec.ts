import { median, pairwiseRatios, percentile } from './statistics.js';

describe('statistics', () => {
  it('takes the middle of an odd number of samples, in whatever order they come', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('takes the mean of the two in the middle of an even number', () => {
    expect(median([9, 1, 5, 3])).toBe(4);
  });

  it('takes a sample as percentile, never less than the share asks for', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
    expect(percentile(hundred, 0.99)).toBe(99);
    expect(percentile([1, 2], 0.5)).toBe(1);
    expect(percentile([7], 0.99)).toBe(7);
  });

  it('divides round by round', () => {
    expect(pairwiseRatios([1, 6], [2, 3])).toEqual([0.5, 2]);
  });

  it('refuses to make a number out of nothing', () => {
    expect(() => median([])).toThrow(RangeError);
    expect(() => percentile([], 0.5)).toThrow(RangeError);
    expect(() => pairwiseRatios([1], [])).toThrow(RangeError);
  });
});
