import { type DynamicModule, Global, Module } from '@nestjs/common';
import { SHARING_MODULE_OPTIONS, type SharingModuleOptions } from './sharing.module-options.js';

/** Provides SHARING_MODULE_OPTIONS to every feature module of this service. */
@Global()
@Module({})
export class SharingOptionsModule {
  static forRoot(options: SharingModuleOptions): DynamicModule {
    return {
      module: SharingOptionsModule,
      providers: [{ provide: SHARING_MODULE_OPTIONS, useValue: options }],
      exports: [SHARING_MODULE_OPTIONS],
    };
  }
}
