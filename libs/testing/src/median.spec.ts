import { median } from './median.js';

describe('median', () => {
  it('takes the middle of an odd number of samples in any order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('takes the mean of the two middle samples of an even number', () => {
    expect(median([9, 1, 5, 3])).toBe(4);
  });

  it('throws without samples', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});
