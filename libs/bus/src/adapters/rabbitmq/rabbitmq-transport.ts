import { type EventMessage, serviceNames } from '@waybill/contracts';
import type { Logger } from '@waybill/service-kit';
import type { RetryPolicy } from '../../retry-policy.js';
import { type Bus, EventPublisher } from '../../bus.js';
import type { DeadLetters } from '../../dead-letters.js';
import type { ServiceServer } from '../../service-server.js';
import {
  type Backlog,
  type BusTransport,
  type Subscriptions,
  declaredSubscriptions,
  retiredTypes,
} from '../../bus-transport.js';
import type { ReconnectingConnection } from './reconnecting-connection.js';
import { RabbitMqBus } from './rabbitmq-bus.js';
import { RabbitMqDeadLetters } from './rabbitmq-dead-letters.js';
import { RabbitMqServiceServer } from './rabbitmq-service-server.js';
import { type ProducerSession, producerConnection, requireSession } from './producer-session.js';
import { Topology } from './topology.js';
import { encodeEvent } from './wire-format.js';

export interface RabbitMqOptions {
  /** `amqp:` or `amqps:`, with user, password and virtual host. Several nodes of a cluster are comma-separated. */
  readonly url: string;
  readonly logger: Logger;
  /** Default: eight attempts within about sixteen minutes. Each delay needs a queue. */
  readonly retry?: RetryPolicy;
  /** First part of every queue name, so that several buses can share a virtual host; `waybill` by default. */
  readonly prefix?: string;
  /** Default: the subscriptions of the contracts. */
  readonly subscriptions?: Subscriptions;
}

const RETRY_POLICY: RetryPolicy = { attempts: 8, firstDelayMs: 1000, longestDelayMs: 600_000 };

/** The bus of the cluster profile: requests, replies and events go through RabbitMQ. */
export class RabbitMqTransport implements BusTransport {
  private readonly servers = new Set<RabbitMqServiceServer>();

  private constructor(
    private readonly urls: readonly string[],
    private readonly topology: Topology,
    private readonly producer: ReconnectingConnection<ProducerSession>,
    private readonly subscriptions: Subscriptions,
    private readonly logger: Logger,
  ) {}

  /**
   * Resolves even while the broker is unavailable: then `check` rejects, and requests fail with `server.unavailable`.
   */
  static async open(options: RabbitMqOptions): Promise<RabbitMqTransport> {
    const {
      url,
      logger,
      retry = RETRY_POLICY,
      prefix = 'waybill',
      subscriptions = declaredSubscriptions,
    } = options;
    const topology = new Topology(prefix, retry);
    const urls = url.split(',').map((part) => part.trim());
    const producer = producerConnection(urls, topology, subscriptions, logger);
    await producer.open();
    return new RabbitMqTransport(urls, topology, producer, subscriptions, logger);
  }

  server(service: string): ServiceServer {
    const { urls, topology, producer, subscriptions, logger } = this;
    const server = new RabbitMqServiceServer(
      { service, subscribed: subscriptions[service], logger },
      urls,
      topology,
      producer,
    );
    this.servers.add(server);
    return server;
  }

  client(): Bus {
    return new RabbitMqBus(() => this.producer.session?.rpc);
  }

  publisher(): EventPublisher {
    return new RabbitMqEventPublisher(this.producer, this.topology);
  }

  deadLetters(): DeadLetters {
    const running = () => [...this.servers].map(({ service }) => service);
    const services = () => new Set<string>([...serviceNames, ...running()]);
    return new RabbitMqDeadLetters(() => requireSession(this.producer), this.topology, services);
  }

  async backlog(service: string): Promise<Backlog> {
    return requireSession(this.producer).withChannel((channel) =>
      this.topology.countBacklog(channel, service),
    );
  }

  async check(): Promise<void> {
    await this.topology.declareExchange(requireSession(this.producer).publisher.channel);
    const unhealthy = [...this.servers].find((server) => !server.isHealthy);
    if (unhealthy) throw new Error(`${unhealthy.service} consumes nothing from RabbitMQ.`);
  }

  async close(): Promise<void> {
    await Promise.all([...this.servers].map((server) => server.close()));
    await this.producer.close();
  }
}

class RabbitMqEventPublisher extends EventPublisher {
  constructor(
    private readonly producer: ReconnectingConnection<ProducerSession>,
    private readonly topology: Topology,
  ) {
    super();
  }

  override get isAvailable(): boolean {
    return this.producer.session !== undefined;
  }

  /**
   * Rejects an event that no queue takes, because its consumer has not declared its queue yet. The event then stays in
   * the outbox. Retired types are exempt: no service consumes them, so their events would stay there for ever.
   */
  async publish(event: EventMessage): Promise<void> {
    await requireSession(this.producer).publisher.publish(
      this.topology.exchange,
      event.type,
      encodeEvent(event),
      { mandatory: !retiredTypes.has(event.type) },
    );
  }

  /**
   * Publishes all events before it waits for the first confirm. RabbitMQ keeps the order of a channel, but if it
   * refuses an event, later events of the same subject can overtake it.
   */
  override async publishAll(events: readonly EventMessage[]): Promise<PromiseSettledResult<void>[]> {
    return Promise.allSettled(events.map((event) => this.publish(event)));
  }
}
