import { MemoryRateLimiter } from './memory-rate-limiter.js';
import { rateLimiterContract } from './rate-limiter.contract.js';

describe('MemoryRateLimiter', () => {
  const limiter = new MemoryRateLimiter();
  rateLimiterContract(() => limiter);

  it('drops a counter when its window is over', async () => {
    jest.useFakeTimers();
    const before = jest.getTimerCount();
    const limit = { name: 'brief', points: 1, windowSeconds: 10 };
    await limiter.consume(limit, 'a');
    await limiter.consume(limit, 'b');
    expect(jest.getTimerCount() - before).toBe(2);
    jest.advanceTimersByTime(10_000);
    expect(jest.getTimerCount() - before).toBe(0);
    expect((await limiter.consume(limit, 'a')).allowed).toBe(true);
    jest.useRealTimers();
  });
});
