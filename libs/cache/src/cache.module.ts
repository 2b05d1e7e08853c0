import { type DynamicModule, Module } from '@nestjs/common';
import { LOGGER, type Logger } from '@waybill/service-kit';
import { MemoryCache } from './adapters/memory-cache.js';
import { Cache } from './cache.js';

/** Gives every module of a process the Cache. */
@Module({})
export class CacheModule {
  /** In this process's memory: right for one process, and for tests. */
  static forMemory(): DynamicModule {
    return {
      module: CacheModule,
      global: true,
      providers: [{ provide: Cache, useFactory: () => new MemoryCache() }],
      exports: [Cache],
    };
  }

  /**
   * In Redis, the same for all processes. Needs ServiceKitModule beside it.
   * @param url `redis://` or `rediss://`
   */
  static forRedis(url: string): DynamicModule {
    return {
      module: CacheModule,
      global: true,
      providers: [
        {
          provide: Cache,
          inject: [LOGGER],
          useFactory: async (logger: Logger) => {
            const { RedisCache } = await import('./adapters/redis-cache.js');
            return RedisCache.open(url, logger);
          },
        },
      ],
      exports: [Cache],
    };
  }
}
