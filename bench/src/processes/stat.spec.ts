import { parseStat } from './stat.js';

describe('parseStat', () => {
  it('is not misled by a program whose name looks like the fields around it', () => {
    const text = '71 (a) S (1 2 3) R 7 71 71 0 -1 4194304 100 0 0 0 250 50 9 9 20 0 11 0';
    expect(parseStat(text)).toEqual({ pid: 71, parent: 7, ticks: 300 });
  });
});
