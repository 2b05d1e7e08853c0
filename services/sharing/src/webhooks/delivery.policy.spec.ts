import { DAY_MS, HOUR_MS } from '@waybill/contracts';
import { nextDeliveryAttemptAt } from './delivery.policy.js';

describe('nextAttemptAt', () => {
  const since = new Date('2026-03-01T00:00:00Z');
  const after = (ms: number) => new Date(since.getTime() + ms);
  const delay = (failures: number) => Number(nextDeliveryAttemptAt(since, failures, since)) - since.getTime();

  it('retries within ten seconds, and then with growing delays of at most an hour', () => {
    expect([1, 2, 3, 4, 5, 6, 7, 8].map(delay)).toEqual([
      5_000,
      15_000,
      45_000,
      135_000,
      405_000,
      1_215_000,
      HOUR_MS,
      HOUR_MS,
    ]);
  });

  it('makes the last attempt 24 hours after the first failure, and then gives up', () => {
    expect(nextDeliveryAttemptAt(after(DAY_MS - 1000), 30, since)).toEqual(after(DAY_MS));
    expect(nextDeliveryAttemptAt(after(DAY_MS), 31, since)).toBeNull();
  });
});
