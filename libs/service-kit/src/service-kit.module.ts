import { type DynamicModule, Module } from '@nestjs/common';
import { Clock, SystemClock } from './clock.js';
import { HealthRegistry } from './health-registry.js';
import type { Logger } from './logger.js';

/** Injection token of the logger. */
export const LOGGER = Symbol('logger');

/** Provides the clock, the logger and the health registry to every module of a process. */
@Module({})
export class ServiceKitModule {
  static forRoot(logger: Logger, clock: Clock = new SystemClock()): DynamicModule {
    return {
      module: ServiceKitModule,
      global: true,
      providers: [HealthRegistry, { provide: LOGGER, useValue: logger }, { provide: Clock, useValue: clock }],
      exports: [HealthRegistry, LOGGER, Clock],
    };
  }
}
