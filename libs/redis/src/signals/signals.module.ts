import { type DynamicModule, Module, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '@waybill/service-kit';
import type { RedisConnection } from '../redis-connection.js';
import { MemorySignals } from './memory-signals.js';
import { Signals } from './signals.js';

/** Provides Signals to every module of a process. Loads the adapter of Redis on demand, to keep processes small. */
@Module({})
export class SignalsModule implements OnApplicationShutdown {
  constructor(private readonly signals: Signals) {}

  /**
   * Signals within this process. @param signals shared by all modules of the process; omitted in tests of one module
   */
  static forMemory(signals: Signals = new MemorySignals()): DynamicModule {
    return moduleWith({ provide: Signals, useValue: signals });
  }

  /** Signals to all processes. Needs ServiceKitModule. The caller closes `redis`. */
  static forRedis(redis: RedisConnection): DynamicModule {
    return moduleWith({
      provide: Signals,
      inject: [LOGGER],
      useFactory: async (logger: Logger) => {
        const { RedisSignals } = await import('./redis-signals.js');
        return new RedisSignals(redis, logger);
      },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.signals.close();
  }
}

function moduleWith(provider: NonNullable<DynamicModule['providers']>[number]): DynamicModule {
  return { module: SignalsModule, global: true, providers: [provider], exports: [Signals] };
}
