import { type DynamicModule, Module } from '@nestjs/common';
import { Clock, SystemClock } from './clock.js';
import { HealthRegistry } from './health-registry.js';
import type { Logger } from './logger.js';

/** Injection token of the process's logger. */
export const LOGGER = Symbol('logger');

/** Clock, logger and health registry, for every module of a process. */
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
