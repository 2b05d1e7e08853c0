import type { Channel } from 'amqplib';
import { type RetryPolicy, retryDelay } from '../../backoff.js';
import type { Backlog, Subscriptions } from '../../transport.js';

/** In the hands of so many processes that died, or lost their connection, an event is suspected of being why. */
const SUSPECT_AFTER = 3;

/** After so many as a suspect it is a dead letter. RabbitMQ 4.3 counts on, earlier ones count anew. */
const DEAD_AFTER = 8;

/** To earlier ones, looking at a dead letter is an attempt to deliver it. No word for "any number" suits them all. */
const AS_OFTEN_AS_YOU_LIKE = 2 ** 31 - 1;

/** Where everything is at the broker, and how it gets there (docs/decisions/rabbitmq-topology.md). */
export class Topology {
  /**
   * @param prefix begins every name, so that several buses may share a virtual host
   */
  constructor(
    private readonly prefix: string,
    private readonly retry: RetryPolicy,
  ) {}

  /** The exchange that events are published to, with their type as the routing key. */
  get exchange(): string {
    return `${this.prefix}.events`;
  }

  /** Requests to `service`. Is there as long as a replica of it is. */
  requestsTo(service: string): string {
    return `${this.prefix}.${service}.requests`;
  }

  /** Events on their way to `service`. */
  eventsTo(service: string): string {
    return `${this.prefix}.${service}.events`;
  }

  /** Events that were in hand each time a replica of `service` died: one of them may be why. */
  suspectsOf(service: string): string {
    return `${this.prefix}.${service}.suspects`;
  }

  /** Events that `service` could not take however often it tried. */
  deadLettersOf(service: string): string {
    return `${this.prefix}.${service}.dead-letters`;
  }

  /** Where an event waits after its `attempt`th failure (counted from 1); undefined when that was the last. */
  retryOf(service: string, attempt: number): string | undefined {
    return attempt < this.retry.attempts
      ? this.retryAfter(service, retryDelay(this.retry, attempt, 0))
      : undefined;
  }

  async declareExchange(channel: Channel): Promise<void> {
    await channel.assertExchange(this.exchange, 'topic', { durable: true });
  }

  /**
   * Declares the exchange and where each service's events wait, so that nothing told before a service's first start
   * passes it by. The rest of its queues it declares itself: nothing gets there before it runs.
   */
  async declareSubscriptions(channel: Channel, subscriptions: Subscriptions): Promise<void> {
    await this.declareExchange(channel);
    for (const [service, types] of Object.entries(subscriptions)) {
      await this.declareEvents(channel, service, types);
    }
  }

  async declareDeadLetters(channel: Channel, service: string): Promise<void> {
    await declare(channel, this.deadLettersOf(service), { 'x-delivery-limit': AS_OFTEN_AS_YOU_LIKE });
  }

  /** Declares all that one service needs, and has events of `types` sent to it. */
  async declareService(channel: Channel, service: string, types: readonly string[]): Promise<void> {
    await this.declareExchange(channel);
    await this.declareDeadLetters(channel, service);
    await declare(channel, this.suspectsOf(service), {
      'x-delivery-limit': DEAD_AFTER,
      ...then(this.deadLettersOf(service)),
    });
    await this.declareEvents(channel, service, types);
    for (const delayMs of this.retryDelays()) {
      await declare(channel, this.retryAfter(service, delayMs), {
        'x-message-ttl': delayMs,
        ...then(this.eventsTo(service)),
      });
    }
    await channel.assertQueue(this.requestsTo(service), { durable: true, autoDelete: true });
  }

  private async declareEvents(channel: Channel, service: string, types: readonly string[]): Promise<void> {
    await declare(channel, this.eventsTo(service), {
      'x-delivery-limit': SUSPECT_AFTER,
      ...then(this.suspectsOf(service)),
    });
    for (const type of types) await channel.bindQueue(this.eventsTo(service), this.exchange, type);
  }

  /** Looks at queues that are there; a channel does not survive asking for one that is not. */
  async backlogOf(channel: Channel, service: string): Promise<Backlog> {
    const count = async (...queues: string[]) => {
      let messages = 0;
      for (const queue of queues) messages += (await channel.checkQueue(queue)).messageCount;
      return messages;
    };
    return {
      waiting: await count(this.eventsTo(service), this.suspectsOf(service)),
      retrying: await count(...[...this.retryDelays()].map((delayMs) => this.retryAfter(service, delayMs))),
      dead: await count(this.deadLettersOf(service)),
    };
  }

  private retryAfter(service: string, delayMs: number): string {
    return `${this.prefix}.${service}.retry.${delayMs}ms`;
  }

  private retryDelays(): Set<number> {
    const failures = Array.from({ length: this.retry.attempts - 1 }, (_, n) => n + 1);
    return new Set(failures.map((attempt) => retryDelay(this.retry, attempt, 0)));
  }
}

async function declare(channel: Channel, queue: string, settings: Record<string, unknown>): Promise<void> {
  await channel.assertQueue(queue, {
    durable: true,
    arguments: { 'x-queue-type': 'quorum', ...settings },
  });
}

/** What leaves the queue undone goes to `queue`, and leaves only once it is safe there. */
function then(queue: string): Record<string, unknown> {
  return {
    'x-dead-letter-exchange': '',
    'x-dead-letter-routing-key': queue,
    'x-dead-letter-strategy': 'at-least-once',
    // RabbitMQ asks for it with that strategy, though no queue here has a length limit.
    'x-overflow': 'reject-publish',
  };
}
