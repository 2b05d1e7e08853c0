import { type DynamicModule, Inject, Module } from '@nestjs/common';
import { HealthRegistry } from '@waybill/service-kit';
import { Bus } from './bus.js';
import { EventBacklogs } from './event-backlogs.js';
import { InstrumentedBus } from './instrumented-bus.js';
import type { BusTransport } from './bus-transport.js';

const TRANSPORT = Symbol('bus transport');

/** The bus for a process that only sends requests, such as the gateway. Needs ServiceKitModule beside it. */
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
        { provide: Bus, useFactory: () => new InstrumentedBus(transport.client()) },
        {
          provide: EventBacklogs,
          useValue: { of: (service) => transport.backlog(service) } satisfies EventBacklogs,
        },
      ],
      exports: [Bus, EventBacklogs],
    };
  }
}
