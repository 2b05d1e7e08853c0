import { type DynamicModule, Module } from '@nestjs/common';
import { LOGGER, type Logger } from '@waybill/service-kit';
import type { RedisConnection } from '../redis-connection.js';
import { Cache } from './cache.js';

/** Provides the Cache to every module of a process. Loads its adapter on demand, to keep processes small. */
@Module({})
export class CacheModule {
  /** Caches in the memory of this process: for a single process, and for tests. */
  static forMemory(): DynamicModule {
    return moduleWith({
      provide: Cache,
      useFactory: async () => {
        const { MemoryCache } = await import('./memory-cache.js');
        return new MemoryCache();
      },
    });
  }

  /** Caches in Redis, shared by all processes. Needs ServiceKitModule. The caller closes `redis`. */
  static forRedis(redis: RedisConnection): DynamicModule {
    return moduleWith({
      provide: Cache,
      inject: [LOGGER],
      useFactory: async (logger: Logger) => {
        const { RedisCache } = await import('./redis-cache.js');
        return new RedisCache(redis, logger);
      },
    });
  }
}

function moduleWith(provider: NonNullable<DynamicModule['providers']>[number]): DynamicModule {
  return { module: CacheModule, global: true, providers: [provider], exports: [Cache] };
}
