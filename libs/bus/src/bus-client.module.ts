import { type DynamicModule, Inject, Module } from '@nestjs/common';
import { HealthRegistry } from '@waybill/service-kit';
import { Bus } from './bus.js';
import { ObservedBus } from './observed-bus.js';
import type { BusTransport } from './transport.js';

const TRANSPORT = Symbol('bus transport');

/** The bus for a process that only asks, such as the gateway. Needs ServiceKitModule beside it. */
@Module({})
export class BusClientModule {
  constructor(@Inject(TRANSPORT) transport: BusTransport, health: HealthRegistry) {
    health.register('bus', () => transport.check());
  }

  static forRoot(transport: BusTransport): DynamicModule {
    return {
      module: BusClientModule,
      global: true,
      providers: [
        { provide: TRANSPORT, useValue: transport },
        { provide: Bus, useFactory: () => new ObservedBus(transport.client()) },
      ],
      exports: [Bus],
    };
  }
}
