import { type DynamicModule, Module } from '@nestjs/common';
import type { RedisConnection } from '../redis-connection.js';
import { RateLimiter } from './rate-limiter.js';

/** Provides the RateLimiter to every module of a process. Loads its adapter on demand, to keep processes small. */
@Module({})
export class RateLimiterModule {
  /** Counts in the memory of this process: for a single process, and for tests. */
  static forMemory(): DynamicModule {
    return moduleWith(async () => {
      const { MemoryRateLimiter } = await import('./memory-rate-limiter.js');
      return new MemoryRateLimiter();
    });
  }

  /**
   * Counts in Redis, shared by all processes; during an outage in the memory of each process. The caller closes
   * `redis`.
   */
  static forRedis(redis: RedisConnection): DynamicModule {
    return moduleWith(async () => {
      const { RedisRateLimiter } = await import('./redis-rate-limiter.js');
      return new RedisRateLimiter(redis);
    });
  }
}

function moduleWith(useFactory: () => Promise<RateLimiter>): DynamicModule {
  return {
    module: RateLimiterModule,
    global: true,
    providers: [{ provide: RateLimiter, useFactory }],
    exports: [RateLimiter],
  };
}
