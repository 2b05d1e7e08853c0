import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { RedisConnection } from '../redis-connection.js';
import { FlexibleRateLimiter } from './flexible-rate-limiter.js';
import { memoryCounters } from './memory-rate-limiter.js';
import type { Limit } from './limit.js';

/**
 * Rate limiter of many processes: one counter in Redis for all, which expires with its window or block.
 *
 * During an outage each process counts in its own memory. Logins continue, and an attacker gets at most as many times
 * the attempts as there are replicas. Refusing everyone would do more harm.
 */
export class RedisRateLimiter extends FlexibleRateLimiter {
  constructor(private readonly redis: RedisConnection) {
    super();
  }

  protected countersFor(limit: Limit): RateLimiterRedis {
    return new RateLimiterRedis({
      storeClient: this.redis,
      keyPrefix: `limit:${limit.name}`,
      points: limit.points,
      duration: limit.windowSeconds,
      blockDuration: limit.blockSeconds ?? 0,
      rejectIfRedisNotReady: true,
      insuranceLimiter: memoryCounters(limit),
    });
  }
}
