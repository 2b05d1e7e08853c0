import { randomUUID } from 'node:crypto';
import type { DynamicModule, INestMicroservice, InjectionToken, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { DataOf, EventContract, EventMessage } from '@waybill/contracts';
import { DatabaseModule, type ServiceDatabase } from '@waybill/database';
import { type Clock, type Logger, ServiceKitModule, createLogger } from '@waybill/service-kit';
import type { BusTransport } from '../bus-transport.js';
import { Bus } from '../bus.js';
import { BusModule } from '../bus.module.js';
import { Outbox } from '../outbox/outbox.js';

export interface ServiceUnderTest {
  readonly module: DynamicModule | Type;
  readonly database: ServiceDatabase;
  /** Name of the service on the bus. */
  readonly service: string;
  /** Address of a real PostgreSQL database. */
  readonly url: string;
  readonly clock?: Clock;
  /** Silent by default. */
  readonly logger?: Logger;
  /** Global modules that the service needs beside its own, such as jobs, storage and mail. */
  readonly imports?: readonly DynamicModule[];
}

export interface RunningService {
  readonly bus: Bus;
  readonly transport: BusTransport;
  readonly app: INestMicroservice;
  /**
   * Delivers an event of another service to this one.
   * Resolves when it was consumed; rejects with the consumer's error, without a retry.
   */
  publish<E extends EventContract>(contract: E, subject: string, data: DataOf<E>): Promise<void>;
  /** Events that this service has published so far, in the order in which it learned of their commits. */
  published(): EventMessage[];
  get<T>(token: InjectionToken<T>): T;
  close(): Promise<void>;
}

/** Runs one service on a bus that other services may share. Closing the service leaves the bus open. */
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
  const published: EventMessage[] = [];
  app.get(Outbox).onCommit((events) => published.push(...events));
  await app.listen();
  return {
    bus: app.get(Bus),
    transport,
    app,
    publish: (contract, subject, data) => server.dispatchEvent(foreignEvent(contract, subject, data)),
    published: () => [...published],
    get: (token) => app.get(token, { strict: false }),
    close: () => app.close(),
  };
}

function foreignEvent<E extends EventContract>(contract: E, subject: string, data: DataOf<E>): EventMessage {
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
