import { type DynamicModule, Global, Module } from '@nestjs/common';
import { TRAFFIC_LIMITS } from '../limits/traffic.limits.js';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from './gateway.module-options.js';

/** Provides the settings and the limits to every feature module. */
@Global()
@Module({})
export class GatewayOptionsModule {
  static forRoot(options: GatewayModuleOptions): DynamicModule {
    return {
      module: GatewayOptionsModule,
      providers: [
        { provide: GATEWAY_MODULE_OPTIONS, useValue: options },
        { provide: TRAFFIC_LIMITS, useValue: options.limits },
      ],
      exports: [GATEWAY_MODULE_OPTIONS, TRAFFIC_LIMITS],
    };
  }
}
