import { type DynamicModule, Module } from '@nestjs/common';
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
}
