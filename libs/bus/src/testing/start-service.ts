import { randomUUID } from 'node:crypto';
import type { DynamicModule, INestMicroservice, InjectionToken, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { DataOf, EventContract, EventMessage } from '@waybill/contracts';
import { DatabaseModule, type ServiceDatabase } from '@waybill/database';
import { type Clock, type Logger, ServiceKitModule, createLogger } from '@waybill/service-kit';
import { InProcessTransport } from '../adapters/in-process/in-process-transport.js';
import { Bus } from '../bus.js';
import { BusModule } from '../bus.module.js';
import { Outbox } from '../outbox/outbox.js';
import type { BusTransport } from '../transport.js';

export interface ServiceUnderTest {
  readonly module: DynamicModule | Type;
  readonly database: ServiceDatabase;
  /** Its name on the bus. */
  readonly service: string;
  /** Of a real PostgreSQL database. */
  readonly url: string;
  readonly clock?: Clock;
  /** Silent when left out. */
  readonly logger?: Logger;
  /** Global modules it needs beside it: jobs, storage, mail, … */
  readonly imports?: readonly DynamicModule[];
}

export interface RunningService {
  readonly bus: Bus;
  readonly transport: BusTransport;
  readonly app: INestMicroservice;
  /**
   * Tells this service an event as if another service had.
   * Resolves when it was consumed; rejects with what the consumer threw, without another try.
   */
  publish<E extends EventContract>(contract: E, subject: string, data: DataOf<E>): Promise<void>;
  /** Every event this service told so far, in the order of the commits. */
  published(): EventMessage[];
  get<T>(token: InjectionToken<T>): T;
  close(): Promise<void>;
}

/** Runs one service alone, on a real database and the in-process bus. */
export async function startService(options: ServiceUnderTest): Promise<RunningService> {
  const logger = createLogger(options.service, 'silent');
  const transport = await InProcessTransport.open({ databaseUrl: options.url, logger });
  const running = await startServiceOn(transport, options);
  return {
    ...running,
    close: async () => {
      await running.close();
      await transport.close();
    },
  };
}

/** Runs one service on a bus that others may be on, too; closing it leaves the bus open. */
export async function startServiceOn(
  transport: BusTransport,
  { module, database, service, url, clock, logger, imports = [] }: ServiceUnderTest,
): Promise<RunningService> {
  const server = transport.server(service);
  const app = await NestFactory.createMicroservice(
    {
      module: class ServiceRoot {},
      imports: [
        ServiceKitModule.forRoot(logger ?? createLogger(service, 'silent'), clock),
        DatabaseModule.forService(url, database),
        BusModule.forService(transport, service),
        ...imports,
        module,
      ],
    },
    { strategy: server, logger: false, abortOnError: false },
  );
  const told: EventMessage[] = [];
  app.get(Outbox).onCommit((events) => told.push(...events));
  await app.listen();
  return {
    bus: app.get(Bus),
    transport,
    app,
    publish: (contract, subject, data) => server.deliver(fromOutside(contract, subject, data)),
    published: () => [...told],
    get: (token) => app.get(token, { strict: false }),
    close: () => app.close(),
  };
}

function fromOutside<E extends EventContract>(contract: E, subject: string, data: DataOf<E>): EventMessage {
  return structuredClone({
    specversion: '1.0' as const,
    id: randomUUID(),
    source: 'test',
    type: contract.type,
    time: new Date().toISOString(),
    subject,
    correlationid: randomUUID(),
    data,
  });
}
