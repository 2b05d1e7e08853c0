import type { EventMessage } from '@waybill/contracts';
import type { Logger } from '@waybill/service-kit';
import type { RetryPolicy } from '../../retry-policy.js';
import { type Bus, EventPublisher } from '../../bus.js';
import type { DeadLetters } from '../../dead-letters.js';
import type { ServiceServer } from '../../service-server.js';
import { WorkerLoop } from '../../worker-loop.js';
import {
  type Backlog,
  type BusTransport,
  type Subscriptions,
  declaredSubscriptions,
} from '../../bus-transport.js';
import { type ClaimedEvents, DeliveryStore } from './delivery-store.js';
import { Dispatcher } from './dispatcher.js';
import { InProcessBus } from './in-process-bus.js';
import { type InProcessRegistry, InProcessServiceServer } from './in-process-service-server.js';
import { PostgresDeadLetters } from './postgres-dead-letters.js';

export interface InProcessOptions {
  /** PostgreSQL database whose schema `bus` stores events until they are consumed. */
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** Default: ten attempts within about twenty minutes. */
  readonly retry?: RetryPolicy;
  /** Time until a delivery of a killed process is redelivered; 10 seconds by default. */
  readonly leaseMs?: number;
  /** Default: the subscriptions of the contracts. */
  readonly subscriptions?: Subscriptions;
}

const RETRY_POLICY: RetryPolicy = { attempts: 10, firstDelayMs: 200, longestDelayMs: 600_000 };
const LEASE_MS = 10_000;
const POLL_MS = 1000;

/** The bus of the standalone profile: requests are function calls, events wait in PostgreSQL. */
export class InProcessTransport implements BusTransport, InProcessRegistry {
  private readonly servers = new Map<string, ServiceServer>();
  private readonly dispatchers = new Map<string, Dispatcher>();
  private readonly pollTimer: NodeJS.Timeout;
  private readonly polls = new WorkerLoop(
    () => this.poll(),
    (error) => this.logger.warn({ err: error }, 'Polling for due deliveries failed, will retry'),
  );

  private constructor(
    private readonly store: DeliveryStore,
    private readonly logger: Logger,
    private readonly retryPolicy: RetryPolicy,
    private readonly leaseMs: number,
    private readonly subscriptions: Subscriptions,
  ) {
    this.pollTimer = setInterval(() => this.polls.wake(), POLL_MS);
  }

  static async open(options: InProcessOptions): Promise<InProcessTransport> {
    const { databaseUrl, logger, retry = RETRY_POLICY, leaseMs = LEASE_MS } = options;
    const { subscriptions = declaredSubscriptions } = options;
    const store = await DeliveryStore.open(databaseUrl, logger, leaseMs, retry.attempts);
    for (const [service, types] of Object.entries(subscriptions)) await store.subscribe(service, types);
    return new InProcessTransport(store, logger, retry, leaseMs, subscriptions);
  }

  server(service: string): ServiceServer {
    return new InProcessServiceServer(
      { service, subscribed: this.subscriptions[service], logger: this.logger },
      this,
    );
  }

  client(): Bus {
    return new InProcessBus(this.servers);
  }

  publisher(): EventPublisher {
    return new InProcessEventPublisher((events) => this.deliver(events));
  }

  deadLetters(): DeadLetters {
    return new PostgresDeadLetters(this.store.dataSource, () => this.wakeAll());
  }

  async backlog(service: string): Promise<Backlog> {
    return this.store.backlog(service);
  }

  async check(): Promise<void> {
    await this.store.dataSource.query('SELECT 1');
  }

  async close(): Promise<void> {
    clearInterval(this.pollTimer);
    await this.polls.stop();
    await Promise.all([...this.dispatchers.values()].map((dispatcher) => dispatcher.stop()));
    await this.store.close();
  }

  async join(server: InProcessServiceServer): Promise<Dispatcher> {
    const { service } = server;
    if (this.servers.has(service)) throw new Error(`${service} is already running on this bus.`);
    await this.store.subscribe(service, server.consumedTypes);
    const dispatcher = new Dispatcher(
      service,
      this.store,
      server,
      this.retryPolicy,
      this.leaseMs / 3,
      this.logger,
    );
    this.servers.set(service, server);
    this.dispatchers.set(service, dispatcher);
    dispatcher.wake();
    return dispatcher;
  }

  leave({ service }: InProcessServiceServer): void {
    this.servers.delete(service);
    this.dispatchers.delete(service);
  }

  /**
   * Stores events for their consumers. For a consumer with free capacity and no waiting deliveries, the events are
   * stored as claimed and delivered immediately.
   */
  private async deliver(events: readonly EventMessage[]): Promise<void> {
    const ready: { readonly service: string; readonly dispatcher: Dispatcher; readonly count: number }[] = [];
    const behind: Dispatcher[] = [];
    for (const [service, dispatcher] of this.dispatchers) {
      const types = new Set(this.servers.get(service)?.consumedTypes);
      const count = events.filter(({ type }) => types.has(type)).length;
      if (count === 0) continue;
      if (dispatcher.reserve(count)) ready.push({ service, dispatcher, count });
      else behind.push(dispatcher);
    }
    let claimed: ClaimedEvents = new Map();
    try {
      claimed = await this.store.add(
        events,
        ready.map(({ service }) => service),
      );
    } finally {
      for (const { service, dispatcher, count } of ready) {
        const ids = claimed.get(service);
        dispatcher.deliver(ids ? events.filter(({ id }) => ids.has(id)) : [], count);
      }
    }
    for (const dispatcher of behind) dispatcher.wake();
  }

  private wakeAll(): void {
    for (const dispatcher of this.dispatchers.values()) dispatcher.wake();
  }

  /**
   * Finds due deliveries for which no dispatcher was woken: retries of a killed process, and events of another process.
   */
  private async poll(): Promise<boolean> {
    for (const consumer of await this.store.consumersWithDueDeliveries())
      this.dispatchers.get(consumer)?.wake();
    return false;
  }
}

class InProcessEventPublisher extends EventPublisher {
  constructor(private readonly deliver: (events: readonly EventMessage[]) => Promise<void>) {
    super();
  }

  async publish(event: EventMessage): Promise<void> {
    await this.deliver([event]);
  }

  /** Stores all events in one statement. If it fails, stores each event alone, so that only a bad event fails. */
  override async publishAll(events: readonly EventMessage[]): Promise<PromiseSettledResult<void>[]> {
    try {
      await this.deliver(events);
    } catch {
      return super.publishAll(events);
    }
    return events.map(() => ({ status: 'fulfilled', value: undefined }));
  }
}
