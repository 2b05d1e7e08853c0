import type { OnApplicationShutdown } from '@nestjs/common';
import type { Logger } from '@waybill/service-kit';
import { Redis } from 'ioredis';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { Limit } from '../rate-limiter.js';
import { FlexibleRateLimiter } from './flexible-rate-limiter.js';
import { memoryCounters } from './memory-rate-limiter.js';

const CONNECT_MS = 2000;
/** A Redis that takes longer is as good as none: people wait for the answer. */
const ANSWER_MS = 500;
const MAX_RECONNECT_MS = 2000;

/**
 * For many processes: one counter in Redis for all, which expires with its window or block.
 *
 * While Redis is away each process counts in its own memory. So logins go on, and whoever guesses passwords gets as
 * many tries as there are replicas, not as many as he likes; refusing everybody would be the worse harm.
 */
export class RedisRateLimiter extends FlexibleRateLimiter implements OnApplicationShutdown {
  private constructor(private readonly redis: Redis) {
    super();
  }

  /** Waits for the first try to connect, whether it succeeds or not: Redis is not needed to start. */
  static async open(url: string, logger: Logger): Promise<RedisRateLimiter> {
    const redis = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_MS,
      commandTimeout: ANSWER_MS,
      disconnectTimeout: ANSWER_MS,
      // What cannot be asked now is counted in memory instead of being kept for later.
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (tries) => Math.min(tries * 100, MAX_RECONNECT_MS),
    });
    tellOfOutages(redis, logger);
    await redis.connect().catch(() => undefined);
    return new RedisRateLimiter(redis);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
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

/** Once per outage. */
function tellOfOutages(redis: Redis, logger: Logger): void {
  let isAway = false;
  let reason: Error | undefined;
  redis.on('error', (error: Error) => (reason = error));
  redis.on('reconnecting', () => {
    if (!isAway) logger.warn({ err: reason }, 'Redis is away: each process keeps rate limits on its own');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) logger.info('Redis is back: rate limits are shared again');
    isAway = false;
  });
}
