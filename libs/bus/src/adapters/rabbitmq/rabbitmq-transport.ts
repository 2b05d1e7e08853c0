import { type EventMessage, serviceNames } from '@waybill/contracts';
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
import type { Link } from './link.js';
import { RabbitMqBus } from './rabbitmq-bus.js';
import { RabbitMqDeadLetters } from './rabbitmq-dead-letters.js';
import { RabbitMqServer } from './rabbitmq-server.js';
import { type Speech, speechLink, spoken } from './speech.js';
import { Topology } from './topology.js';
import { encodeEvent } from './wire.js';

export interface RabbitMqOptions {
  /** amqp or amqps, with user, password and virtual host. */
  readonly url: string;
  readonly logger: Logger;
  /** Eight tries within some sixteen minutes when left out. Each delay is a queue. */
  readonly retry?: RetryPolicy;
  /** Begins the name of every queue, so that several buses may share a virtual host; `waybill` when left out. */
  readonly prefix?: string;
  /** The contracts' own when left out. */
  readonly subscriptions?: Subscriptions;
}

const RETRY: RetryPolicy = { attempts: 8, firstDelayMs: 1000, longestDelayMs: 600_000 };

/** The bus of many machines: requests, answers and events go through RabbitMQ. */
export class RabbitMqTransport implements BusTransport {
  private readonly servers = new Set<RabbitMqServer>();

  private constructor(
    private readonly url: string,
    private readonly topology: Topology,
    private readonly speech: Link<Speech>,
    private readonly subscriptions: Subscriptions,
    private readonly log: Logger,
  ) {}

  /** Does not wait for a broker that is away: `check` tells, and calls fail with `server.unavailable`. */
  static async open(options: RabbitMqOptions): Promise<RabbitMqTransport> {
    const { url, logger, retry = RETRY, prefix = 'waybill', subscriptions = declaredSubscriptions } = options;
    const topology = new Topology(prefix, retry);
    const speech = speechLink(url, topology, subscriptions, logger);
    await speech.open();
    return new RabbitMqTransport(url, topology, speech, subscriptions, logger);
  }

  server(service: string): ServiceServer {
    const { url, topology, speech, subscriptions, log } = this;
    const server = new RabbitMqServer(
      { service, subscribed: subscriptions[service], log },
      url,
      topology,
      speech,
    );
    this.servers.add(server);
    return server;
  }

  client(): Bus {
    return new RabbitMqBus(() => this.speech.current?.asking, this.topology);
  }

  publisher(): EventPublisher {
    return new ConfirmedPublisher(this.speech, this.topology);
  }

  deadLetters(): DeadLetters {
    const served = () => [...this.servers].map(({ service }) => service);
    const services = () => new Set<string>([...serviceNames, ...served()]);
    return new RabbitMqDeadLetters(() => spoken(this.speech), this.topology, services);
  }

  async backlog(service: string): Promise<Backlog> {
    return spoken(this.speech).aside((channel) => this.topology.backlogOf(channel, service));
  }

  async check(): Promise<void> {
    await this.topology.declareExchange(spoken(this.speech).publishing.channel);
    const deaf = [...this.servers].find((server) => !server.isWell);
    if (deaf) throw new Error(`${deaf.service} does not hear RabbitMQ.`);
  }

  async close(): Promise<void> {
    await Promise.all([...this.servers].map((server) => server.close()));
    await this.speech.close();
  }
}

class ConfirmedPublisher extends EventPublisher {
  constructor(
    private readonly speech: Link<Speech>,
    private readonly topology: Topology,
  ) {
    super();
  }

  /**
   * An event that no queue takes is refused, and so waits in the outbox: no event is declared that nobody wants,
   * its consumer has just never run yet.
   */
  async publish(event: EventMessage): Promise<void> {
    await spoken(this.speech).publishing.publish(this.topology.exchange, event.type, encodeEvent(event));
  }
}
