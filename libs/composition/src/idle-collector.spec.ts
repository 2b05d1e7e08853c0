import { IdleCollector } from './idle-collector.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/**
 * Returns the seconds at which garbage is collected.
 * @param shares event-loop utilization of the process, one value for each two seconds
 */
function collections(shares: readonly number[]): number[] {
  const seconds: number[] = [];
  const startedAt = Date.now();
  const rest = [...shares];
  const collect = () => {
    seconds.push((Date.now() - startedAt) / 1000);
    // Utilization of the collection itself, which the collector reads after it and must ignore.
    rest.unshift(1);
  };
  new IdleCollector({ utilization: () => rest.shift() ?? 0, collect }).start();
  jest.advanceTimersByTime(shares.length * 2000);
  return seconds;
}

const repeat = (count: number, share: number) => Array.from({ length: count }, () => share);

describe('IdleCollector', () => {
  it('collects once, as soon as the process is idle after its start', () => {
    expect(collections([0.9, 0.5, 0.01, ...repeat(100, 0.01)])).toEqual([6]);
  });

  it('collects again when the process is idle after work', () => {
    expect(collections([0.01, ...repeat(20, 0.01), 0.8, 0.1, 0.01, 0.01])).toEqual([2, 48]);
  });

  it('never collects while the process works', () => {
    expect(collections(repeat(100, 0.1))).toEqual([]);
  });

  it('collects every half minute at most', () => {
    expect(collections(Array.from({ length: 46 }, (_, n) => (n % 2 === 0 ? 0.9 : 0)))).toEqual([4, 36, 68]);
  });

  it('leaves polls and health checks alone', () => {
    expect(collections([0, ...repeat(100, 0.15), 0])).toEqual([2]);
  });
});
