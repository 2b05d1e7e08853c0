import { Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Limit } from '../rate-limiter.js';
import { FlexibleRateLimiter } from './flexible-rate-limiter.js';

/** For a single process: counters live in its memory, each until its window or block is over. */
@Injectable()
export class MemoryRateLimiter extends FlexibleRateLimiter {
  protected countersFor(limit: Limit): RateLimiterMemory {
    return memoryCounters(limit);
  }
}

export function memoryCounters({ points, windowSeconds, blockSeconds = 0 }: Limit): RateLimiterMemory {
  return new RateLimiterMemory({ points, duration: windowSeconds, blockDuration: blockSeconds });
}
