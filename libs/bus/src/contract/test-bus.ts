import { randomUUID } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import type { EventMessage } from '@waybill/contracts';
import type { Clock } from '@waybill/service-kit';
import { startPostgres } from '@waybill/testing';
import { type RunningService, startServiceOn } from '../testing/start-service.js';
import type { BusTransport, Subscriptions } from '../transport.js';
import type { OpenBus } from './bus.contract.js';
import { databaseOf, thingHappened } from './test-services.js';

const IMPATIENT = { attempts: 3, firstDelayMs: 10, longestDelayMs: 50 };

/** A fresh bus on a fresh database for each test, and the services a test starts on it. */
export interface BusForTest {
  readonly url: string;
  readonly transport: BusTransport;
  /** The same bus, as another process sees it. */
  open(): Promise<BusTransport>;
  start(
    service: string,
    double: { module(): DynamicModule },
    on?: BusTransport,
    clock?: Clock,
  ): Promise<RunningService>;
}

/**
 * Opens before and closes after each test of the enclosing `describe`.
 * @param subscriptions services that need not have run to be kept events; none when left out
 */
export function useBus(openBus: OpenBus, subscriptions: Subscriptions = {}): BusForTest {
  let url: string;
  let transport: BusTransport;
  const closers: (() => Promise<void>)[] = [];

  async function open(): Promise<BusTransport> {
    const opened = await openBus(url, { retry: IMPATIENT, subscriptions });
    closers.push(() => opened.close());
    return opened;
  }

  beforeEach(async () => {
    const postgres = await startPostgres();
    closers.push(() => postgres.stop());
    url = postgres.url;
    transport = await open();
  });

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close();
  });

  return {
    get url() {
      return url;
    },
    get transport() {
      return transport;
    },
    open,
    start: async (service, double, on = transport, clock) => {
      const database = databaseOf(service);
      const running = await startServiceOn(on, {
        module: double.module(),
        database,
        service,
        url,
        ...(clock && { clock }),
      });
      let closed: Promise<void> | undefined;
      const close = () => (closed ??= running.close());
      closers.push(close);
      return { ...running, close };
    },
  };
}

export function range(length: number): number[] {
  return Array.from({ length }, (_, n) => n);
}

/** `alpha.thing.happened`, as Alpha would tell it. */
export function thing(n: number, subject: string = randomUUID()): EventMessage<typeof thingHappened> {
  return {
    specversion: '1.0',
    id: randomUUID(),
    source: 'alpha',
    type: thingHappened.type,
    time: new Date().toISOString(),
    subject,
    correlationid: randomUUID(),
    data: { n },
  };
}
