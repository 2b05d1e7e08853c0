import { type DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import type { ServiceDatabase } from '@waybill/database';
import { Clock, LOGGER, type Logger } from '@waybill/service-kit';
import { DataSource } from 'typeorm';
import { BusClientModule } from './bus-client.module.js';
import { BusMetrics } from './bus.metrics.js';
import { EventPublisher } from './bus.js';
import { CreateInbox1767225600001 } from './inbox/create-inbox.migration.js';
import { CreateNewestVersions1795478600000 } from './inbox/create-newest-versions.migration.js';
import { InboxRow } from './inbox/inbox-row.entity.js';
import { Inbox } from './inbox/inbox.js';
import { CreateOutbox1767225600000 } from './outbox/create-outbox.migration.js';
import { OutboxRelay } from './outbox/outbox-relay.js';
import { OutboxRow } from './outbox/outbox-row.entity.js';
import { Outbox } from './outbox/outbox.js';
import { PostponedEvents1795392000000 } from './outbox/postponed-events.migration.js';
import { RpcExceptionFilter } from './rpc-exception.filter.js';
import type { BusTransport } from './bus-transport.js';

/** Tables of outbox and inbox, for the database of every service. */
export const busEntities: ServiceDatabase['entities'] = [OutboxRow, InboxRow];
export const busMigrations: ServiceDatabase['migrations'] = [
  CreateOutbox1767225600000,
  CreateInbox1767225600001,
  PostponedEvents1795392000000,
  CreateNewestVersions1795478600000,
];

/** The bus for every module of a service: requests, events, outbox and inbox. Needs DatabaseModule beside it. */
@Module({})
export class BusModule {
  static forService(transport: BusTransport, service: string): DynamicModule {
    const providers: Provider[] = [
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
        provide: BusMetrics,
        inject: [OutboxRelay],
        useFactory: (relay: OutboxRelay) => new BusMetrics(service, transport, relay),
      },
      { provide: APP_FILTER, useClass: RpcExceptionFilter },
    ];
    return {
      module: BusModule,
      global: true,
      imports: [BusClientModule.forRoot(transport)],
      providers,
      exports: [EventPublisher, Outbox, OutboxRelay, Inbox],
    };
  }
}
