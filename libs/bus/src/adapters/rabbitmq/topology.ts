import { withTimeout } from '@waybill/service-kit';
import type { Channel } from 'amqplib';
import { type RetryPolicy, retryDelay } from '../../retry-policy.js';
import type { Backlog, Subscriptions } from '../../bus-transport.js';

/**
 * Redeliveries of an event before it becomes a suspect. RabbitMQ redelivers the unacknowledged events of a process that
 * was killed or lost its connection, and one of them may be the cause.
 */
const SUSPECT_LIMIT = 3;

/**
 * Redeliveries of a suspect before it is a dead letter. RabbitMQ 4.3 continues the count of the event queue, older
 * versions restart it.
 */
const SUSPECT_DELIVERY_LIMIT = 8;

/**
 * In effect no limit: older versions of RabbitMQ count reading a dead letter as a delivery, and no value for
 * "unlimited" works in all versions.
 */
const NO_DELIVERY_LIMIT = 2 ** 31 - 1;

/**
 * RabbitMQ deletes the request queues of a service this long after its last consumer was lost. Until then requests wait
 * for the service, up to their deadline; afterwards they fail immediately. Longer than a reconnect after the loss of
 * a node.
 */
const REQUEST_QUEUE_EXPIRES_MS = 10_000;

/**
 * Timeout of a declaration. Shorter than that of a session, so that the error names the queue: the operator has to
 * delete a damaged queue.
 */
export const QUEUE_TIMEOUT_MS = 10_000;

/** Names and declarations of the exchange and all queues (docs/decisions/rabbitmq-topology.md). */
export class Topology {
  /**
   * @param prefix first part of every name, so that several buses can share a virtual host
   */
  constructor(
    private readonly prefix: string,
    private readonly retry: RetryPolicy,
  ) {}

  /** Exchange for events. The routing key is the type of the event. */
  get exchange(): string {
    return `${this.prefix}.events`;
  }

  /**
   * Requests to `service`. A quorum queue, like all others: a classic queue is lost with its node, and cannot be
   * declared again before that node is back.
   */
  requestQueue(service: string): string {
    return `${this.prefix}.${service}.rpc`;
  }

  /** Batches: several requests to `service` in each message. Versions before 0.3 do not have this queue. */
  requestBatchQueue(service: string): string {
    return `${this.prefix}.${service}.rpc-batches`;
  }

  /** Events for `service`. */
  eventQueue(service: string): string {
    return `${this.prefix}.${service}.events`;
  }

  /** Events that were unacknowledged each time a replica of `service` was killed: one of them may be the cause. */
  suspectQueue(service: string): string {
    return `${this.prefix}.${service}.suspects`;
  }

  /** Events that `service` failed to consume at every attempt. */
  deadLetterQueue(service: string): string {
    return `${this.prefix}.${service}.dead-letters`;
  }

  /** Queue in which an event waits after its `attempt`th failure (counted from 1); undefined after the last attempt. */
  retryQueueAfter(service: string, attempt: number): string | undefined {
    return attempt < this.retry.attempts
      ? this.retryQueue(service, retryDelay(this.retry, attempt, 0))
      : undefined;
  }

  async declareExchange(channel: Channel): Promise<void> {
    await channel.assertExchange(this.exchange, 'topic', { durable: true });
  }

  /**
   * Declares the exchange and the event queue of each service, so that events published before a service's first
   * start wait for it. Each service declares its other queues itself: nothing reaches them before it runs.
   */
  async declareSubscriptions(channel: Channel, subscriptions: Subscriptions): Promise<void> {
    await this.declareExchange(channel);
    for (const [service, types] of Object.entries(subscriptions)) {
      await this.declareEventQueue(channel, service, types);
    }
  }

  async declareDeadLetterQueue(channel: Channel, service: string): Promise<void> {
    await declareQuorumQueue(channel, this.deadLetterQueue(service), {
      'x-delivery-limit': NO_DELIVERY_LIMIT,
    });
  }

  /** Declares all queues of one service, and binds its event queue to `types`. */
  async declareService(channel: Channel, service: string, types: readonly string[]): Promise<void> {
    await this.declareExchange(channel);
    // Declared first, because RabbitMQ 3.10 can damage the last of its quorum queues if it is killed within a second of
    // their declaration.
    for (const queue of [this.requestQueue(service), this.requestBatchQueue(service)]) {
      await declareQuorumQueue(channel, queue, { 'x-expires': REQUEST_QUEUE_EXPIRES_MS });
    }
    await this.declareDeadLetterQueue(channel, service);
    await declareQuorumQueue(channel, this.suspectQueue(service), {
      'x-delivery-limit': SUSPECT_DELIVERY_LIMIT,
      ...deadLetterTo(this.deadLetterQueue(service)),
    });
    await this.declareEventQueue(channel, service, types);
    for (const delayMs of this.retryDelays()) {
      await declareQuorumQueue(channel, this.retryQueue(service, delayMs), {
        'x-message-ttl': delayMs,
        ...deadLetterTo(this.eventQueue(service)),
      });
    }
  }

  private async declareEventQueue(
    channel: Channel,
    service: string,
    types: readonly string[],
  ): Promise<void> {
    await declareQuorumQueue(channel, this.eventQueue(service), {
      'x-delivery-limit': SUSPECT_LIMIT,
      ...deadLetterTo(this.suspectQueue(service)),
    });
    for (const type of types) await channel.bindQueue(this.eventQueue(service), this.exchange, type);
  }

  /** Counts the messages in the queues of a service. A queue that does not exist closes the channel. */
  async countBacklog(channel: Channel, service: string): Promise<Backlog> {
    const count = async (...queues: string[]) => {
      let messages = 0;
      for (const queue of queues) messages += (await channel.checkQueue(queue)).messageCount;
      return messages;
    };
    return {
      waiting: await count(this.eventQueue(service), this.suspectQueue(service)),
      retrying: await count(...[...this.retryDelays()].map((delayMs) => this.retryQueue(service, delayMs))),
      dead: await count(this.deadLetterQueue(service)),
    };
  }

  private retryQueue(service: string, delayMs: number): string {
    return `${this.prefix}.${service}.retry.${delayMs}ms`;
  }

  private retryDelays(): Set<number> {
    const failures = Array.from({ length: this.retry.attempts - 1 }, (_, n) => n + 1);
    return new Set(failures.map((attempt) => retryDelay(this.retry, attempt, 0)));
  }
}

async function declareQuorumQueue(
  channel: Channel,
  queue: string,
  queueArguments: Record<string, unknown>,
): Promise<void> {
  const declared = channel.assertQueue(queue, {
    durable: true,
    arguments: { 'x-queue-type': 'quorum', ...queueArguments },
  });
  await withTimeout(
    QUEUE_TIMEOUT_MS,
    declared,
    () => new Error(`RabbitMQ did not declare ${queue} in time.`),
  );
}

/** Dead-letters to `queue`, at least once: a message leaves only after `queue` has stored it. */
function deadLetterTo(queue: string): Record<string, unknown> {
  return {
    'x-dead-letter-exchange': '',
    'x-dead-letter-routing-key': queue,
    'x-dead-letter-strategy': 'at-least-once',
    // Required by RabbitMQ for this strategy, though no queue here has a length limit.
    'x-overflow': 'reject-publish',
  };
}
