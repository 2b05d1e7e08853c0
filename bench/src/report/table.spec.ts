import { spread, table } from './table.js';

describe('table', () => {
  it('aligns names to the left and numbers to the right', () => {
    expect(table(['Server', 'MiB/s'], [['bare', '700']])).toBe(
      '| Server | MiB/s |\n| --- | ---: |\n| bare | 700 |',
    );
  });

  it('shows the spread of the rounds', () => {
    expect(spread([3, 1, 2], 2, 1)).toBe('2.0 (1.0–3.0)');
  });
});
