import { type DynamicModule, Global, Module } from '@nestjs/common';
import { GATEWAY_MODULE_OPTIONS, type GatewayModuleOptions } from './gateway.module-options.js';

/** Provides the settings to every feature module. */
@Global()
@Module({})
export class GatewayOptionsModule {
  static forRoot(options: GatewayModuleOptions): DynamicModule {
    return {
      module: GatewayOptionsModule,
      providers: [{ provide: GATEWAY_MODULE_OPTIONS, useValue: options }],
      exports: [GATEWAY_MODULE_OPTIONS],
    };
  }
}
