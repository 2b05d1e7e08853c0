import { randomUUID } from 'node:crypto';
import type { DynamicModule } from '@nestjs/common';
import type { EventMessage } from '@waybill/contracts';
import type { Clock } from '@waybill/service-kit';
import { startPostgres } from '@waybill/testing';
import { type RunningService, startServiceOn } from '../testing/start-service.js';
import type { BusTransport, Subscriptions } from '../bus-transport.js';
import type { OpenBus } from './open-bus.js';
import { databaseOf, thingHappened } from './sample-services.js';

const FAST_RETRIES = { attempts: 3, firstDelayMs: 10, longestDelayMs: 50 };

/** A new bus on a new database for each test, with the services that the test starts on it. */
export interface TestBus {
  readonly url: string;
  readonly transport: BusTransport;
  /** Opens the same bus again, as another process would. */
  open(): Promise<BusTransport>;
  start(
    service: string,
    sample: { module(): DynamicModule },
    on?: BusTransport,
    clock?: Clock,
  ): Promise<RunningService>;
}

/**
 * Opens a bus before each test of the enclosing `describe`, and closes it afterwards.
 * @param subscriptions declared subscriptions; none by default
 */
export function useBus(openBus: OpenBus, subscriptions: Subscriptions = {}): TestBus {
  let url: string;
  let transport: BusTransport;
  const closers: (() => Promise<void>)[] = [];

  async function open(): Promise<BusTransport> {
    const opened = await openBus(url, { retry: FAST_RETRIES, subscriptions });
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
    start: async (service, sample, on = transport, clock) => {
      const database = databaseOf(service);
      const running = await startServiceOn(on, {
        module: sample.module(),
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

/** An event `alpha.thing.happened`. */
export function sampleEvent(n: number, subject: string = randomUUID()): EventMessage<typeof thingHappened> {
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
