import { retryDelay } from './retry-policy.js';

const policy = { attempts: 10, firstDelayMs: 200, longestDelayMs: 10_000 };

describe('retryDelay', () => {
  it('starts at the first delay and triples with each failure', () => {
    expect([1, 2, 3, 4].map((attempt) => retryDelay(policy, attempt, 0))).toEqual([200, 600, 1800, 5400]);
  });

  it('never exceeds the longest delay', () => {
    expect(retryDelay(policy, 5, 0)).toBe(10_000);
    expect(retryDelay(policy, 1000, 0)).toBe(10_000);
  });

  it('a retry comes up to a quarter earlier, at random', () => {
    expect(retryDelay(policy, 1, 1)).toBe(150);
    expect(retryDelay(policy, 1, 0.5)).toBe(175);
  });
});
