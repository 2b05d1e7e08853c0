import { RateLimiterMemory } from 'rate-limiter-flexible';
import { FlexibleRateLimiter } from './flexible-rate-limiter.js';
import type { Limit } from './limit.js';

/** Rate limiter of a single process. Each counter expires with its window or block. */
export class MemoryRateLimiter extends FlexibleRateLimiter {
  protected countersFor(limit: Limit): RateLimiterMemory {
    return memoryCounters(limit);
  }
}

export function memoryCounters({ points, windowSeconds, blockSeconds = 0 }: Limit): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: windowSeconds, blockDuration: blockSeconds });
}
