import type { EventMessage } from '@waybill/contracts';
import type { Logger } from '@waybill/service-kit';
import type { RetryPolicy } from '../../backoff.js';
import { type Bus, EventPublisher } from '../../bus.js';
import type { DeadLetters } from '../../dead-letters.js';
import type { ServiceServer } from '../../service-server.js';
import {
  type Backlog,
  type BusTransport,
  type Subscriptions,
  declaredSubscriptions,
} from '../../transport.js';
import { DeliveryStore } from './delivery-store.js';
import { Dispatcher } from './dispatcher.js';
import { InProcessBus } from './in-process-bus.js';
import { type InProcessPeer, InProcessServer } from './in-process-server.js';
import { StoredDeadLetters } from './stored-dead-letters.js';

export interface InProcessOptions {
  /** Where events wait for their consumers: schema `bus` of this PostgreSQL database. */
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** Ten tries within some twenty minutes when left out. */
  readonly retry?: RetryPolicy;
  /** After how long a delivery whose process died is taken up again; 10 seconds when left out. */
  readonly leaseMs?: number;
  /** The contracts' own when left out. */
  readonly subscriptions?: Subscriptions;
}

const RETRY: RetryPolicy = { attempts: 10, firstDelayMs: 200, longestDelayMs: 600_000 };
const LEASE_MS = 10_000;
const POLL_MS = 1000;

/** The bus of a single machine: requests are calls, events wait in PostgreSQL. */
export class InProcessTransport implements BusTransport, InProcessPeer {
  private readonly listening = new Map<string, ServiceServer>();
  private readonly dispatchers = new Map<string, Dispatcher>();
  private readonly polling: NodeJS.Timeout;

  private constructor(
    private readonly store: DeliveryStore,
    private readonly log: Logger,
    private readonly retry: RetryPolicy,
    private readonly leaseMs: number,
    private readonly subscriptions: Subscriptions,
  ) {
    this.polling = setInterval(() => void this.poll(), POLL_MS);
  }

  static async open(options: InProcessOptions): Promise<InProcessTransport> {
    const { databaseUrl, logger, retry = RETRY, leaseMs = LEASE_MS } = options;
    const { subscriptions = declaredSubscriptions } = options;
    const store = await DeliveryStore.open(databaseUrl, logger, leaseMs, retry.attempts);
    for (const [service, types] of Object.entries(subscriptions)) await store.subscribe(service, types);
    return new InProcessTransport(store, logger, retry, leaseMs, subscriptions);
  }

  server(service: string): ServiceServer {
    return new InProcessServer({ service, subscribed: this.subscriptions[service], log: this.log }, this);
  }

  client(): Bus {
    return new InProcessBus(this.listening);
  }

  publisher(): EventPublisher {
    return new StoringPublisher(this.store, () => this.nudgeAll());
  }

  deadLetters(): DeadLetters {
    return new StoredDeadLetters(this.store.dataSource, () => this.nudgeAll());
  }

  async backlog(service: string): Promise<Backlog> {
    return this.store.backlog(service);
  }

  async check(): Promise<void> {
    await this.store.dataSource.query('SELECT 1');
  }

  async close(): Promise<void> {
    clearInterval(this.polling);
    await Promise.all([...this.dispatchers.values()].map((dispatcher) => dispatcher.stop()));
    await this.store.close();
  }

  async join(server: InProcessServer): Promise<Dispatcher> {
    const { service } = server;
    if (this.listening.has(service)) throw new Error(`${service} listens already.`);
    await this.store.subscribe(service, server.consumedTypes);
    const dispatcher = new Dispatcher(
      service,
      this.store,
      (event) => server.deliver(event),
      this.retry,
      this.leaseMs / 3,
      this.log,
    );
    this.listening.set(service, server);
    this.dispatchers.set(service, dispatcher);
    dispatcher.nudge();
    return dispatcher;
  }

  leave({ service }: InProcessServer): void {
    this.listening.delete(service);
    this.dispatchers.delete(service);
  }

  private nudgeAll(): void {
    for (const dispatcher of this.dispatchers.values()) dispatcher.nudge();
  }

  /** Finds what nobody was nudged for: retries of a killed process, events of another one. */
  private async poll(): Promise<void> {
    try {
      for (const consumer of await this.store.due()) this.dispatchers.get(consumer)?.nudge();
    } catch (error) {
      this.log.warn({ err: error }, 'deliveries not polled, will be tried again');
    }
  }
}

class StoringPublisher extends EventPublisher {
  constructor(
    private readonly store: DeliveryStore,
    private readonly stored: () => void,
  ) {
    super();
  }

  async publish(event: EventMessage): Promise<void> {
    await this.store.add(event);
    this.stored();
  }
}
