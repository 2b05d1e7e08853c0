import { type DynamicModule, Module } from '@nestjs/common';
import { LOGGER, type Logger } from '@waybill/service-kit';
import { MemoryRateLimiter } from './adapters/memory-rate-limiter.js';
import { RateLimiter } from './rate-limiter.js';

/** Gives every module of a process the RateLimiter. */
@Module({})
export class LimiterModule {
  /** Counters in this process's memory: right for one process, and for tests. */
  static forMemory(): DynamicModule {
    return {
      module: LimiterModule,
      global: true,
      providers: [{ provide: RateLimiter, useClass: MemoryRateLimiter }],
      exports: [RateLimiter],
    };
  }

  /**
   * Counters in Redis, the same for all processes; in each one's memory while Redis is away. Needs ServiceKitModule
   * beside it.
   * @param url `redis://` or `rediss://`
   */
  static forRedis(url: string): DynamicModule {
    return {
      module: LimiterModule,
      global: true,
      providers: [
        {
          provide: RateLimiter,
          inject: [LOGGER],
          useFactory: async (logger: Logger) => {
            const { RedisRateLimiter } = await import('./adapters/redis-rate-limiter.js');
            return RedisRateLimiter.open(url, logger);
          },
        },
      ],
      exports: [RateLimiter],
    };
  }
}
