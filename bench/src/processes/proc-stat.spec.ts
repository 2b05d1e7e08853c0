import { parseStat } from './proc-stat.js';

describe('parseStat', () => {
  it('parses a program name that contains brackets and blanks', () => {
    const text = '71 (a) S (1 2 3) R 7 71 71 0 -1 4194304 100 0 0 0 250 50 9 9 20 0 11 0';
    expect(parseStat(text)).toEqual({ pid: 71, parent: 7, ticks: 300, endedTicks: 18 });
  });
});
