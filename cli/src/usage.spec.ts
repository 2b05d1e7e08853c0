import { usage } from './usage.js';

describe('usage', () => {
  it('fits a terminal of 80 columns', () => {
    expect(usage.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });
});
