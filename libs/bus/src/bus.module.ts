import { type DynamicModule, Inject, Module, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { ServiceDatabase } from '@waybill/database';
import { Clock, HealthRegistry, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { BusReadings } from './bus-readings.js';
import { Bus, EventPublisher } from './bus.js';
import { CreateInbox1767225600001 } from './inbox/create-inbox.migration.js';
import { InboxRow } from './inbox/inbox-row.entity.js';
import { Inbox } from './inbox/inbox.js';
import { ObservedBus } from './observed-bus.js';
import { CreateOutbox1767225600000 } from './outbox/create-outbox.migration.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { OutboxRow } from './outbox/outbox-row.entity.js';
import { Outbox } from './outbox/outbox.js';
import { PassErrorsOnFilter } from './pass-errors-on.filter.js';
import type { BusTransport } from './transport.js';

/** What outbox and inbox need in every service's database. */
export const busEntities: ServiceDatabase['entities'] = [OutboxRow, InboxRow];
export const busMigrations: ServiceDatabase['migrations'] = [
  CreateOutbox1767225600000,
  CreateInbox1767225600001,
];

const TRANSPORT = Symbol('bus transport');

/** The bus, for every module of a process. Needs ServiceKitModule, and for a service DatabaseModule, beside it. */
@Module({})
export class BusModule {
  constructor(@Inject(TRANSPORT) transport: BusTransport, health: HealthRegistry) {
    health.register('bus', () => transport.check());
  }

  /** For a service: asks and answers, tells and consumes. */
  static forService(transport: BusTransport, service: string): DynamicModule {
    const providers: Provider[] = [
      ...BusModule.clientProviders(transport),
      { provide: EventPublisher, useFactory: () => transport.publisher() },
      {
        provide: Outbox,
        inject: [DataSource, Clock],
        useFactory: (dataSource: DataSource, clock: Clock) => new Outbox(service, dataSource, clock),
      },
      {
        provide: OutboxRelay,
        inject: [Outbox, DataSource, EventPublisher, LOGGER],
        useFactory: (outbox: Outbox, dataSource: DataSource, publisher: EventPublisher, logger: Logger) =>
          new OutboxRelay(outbox, dataSource, publisher, logger),
      },
      {
        provide: Inbox,
        inject: [DataSource, Clock, LOGGER],
        useFactory: (dataSource: DataSource, clock: Clock, logger: Logger) =>
          new Inbox(dataSource, clock, logger),
      },
      {
        provide: BusReadings,
        inject: [OutboxRelay],
        useFactory: (relay: OutboxRelay) => new BusReadings(service, transport, relay),
      },
      { provide: APP_FILTER, useClass: PassErrorsOnFilter },
    ];
    return {
      module: BusModule,
      global: true,
      providers,
      exports: [Bus, EventPublisher, Outbox, OutboxRelay, Inbox],
    };
  }

  /** For a process that only asks, such as the gateway. */
  static forClient(transport: BusTransport): DynamicModule {
    return {
      module: BusModule,
      global: true,
      providers: BusModule.clientProviders(transport),
      exports: [Bus],
    };
  }

  private static clientProviders(transport: BusTransport): Provider[] {
    return [
      { provide: TRANSPORT, useValue: transport },
      { provide: Bus, useFactory: () => new ObservedBus(transport.client()) },
    ];
  }
}
