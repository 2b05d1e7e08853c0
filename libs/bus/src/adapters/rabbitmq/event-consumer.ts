import { AppError, type EventMessage, MINUTE_MS } from '@waybill/contracts';
import { type Logger, RepeatedReasons } from '@waybill/service-kit';
import type { ConsumeMessage } from 'amqplib';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type RetryPolicy, retryDelay } from '../../retry-policy.js';
import { KeyedQueue } from '../../keyed-queue.js';
import type { ServiceServer } from '../../service-server.js';
import type { Topology } from './topology.js';
import { type EncodedMessage, decodeEvent, encodeEvent, historyOf } from './wire-format.js';

/** Delays between attempts to move a failed event to a retry or dead-letter queue. */
const REQUEUE_POLICY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, longestDelayMs: 5000 };

/** Delays between attempts while a server that the consumer needs is unavailable. */
const UNAVAILABLE_POLICY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, longestDelayMs: 2000 };
/** Maximum time for which an event waits unacknowledged. After half an hour, RabbitMQ would close the channel. */
const UNAVAILABLE_LIMIT_MS = 10 * MINUTE_MS;

/** A message that is not acknowledged yet. */
export interface UnacknowledgedDelivery {
  readonly message: ConsumeMessage;
  /** False once its channel is closed: RabbitMQ redelivers the message. */
  readonly isOpen: () => boolean;
  /** False while the service is closing. */
  readonly canWait: () => boolean;
  readonly acknowledge: () => void;
}

/** Delivers events to one service. Events of one subject are delivered in their order: one by one, or as a batch. */
export class EventConsumer {
  private readonly queues = new KeyedQueue();
  private readonly waits = new RepeatedReasons();

  constructor(
    private readonly service: string,
    private readonly topology: Topology,
    private readonly server: Pick<ServiceServer, 'dispatchEvent' | 'isBatched'>,
    /** Resolves when the queue has stored the message. */
    private readonly publishTo: (queue: string, message: EncodedMessage) => Promise<void>,
    private readonly logger: Logger,
  ) {}

  /** Never rejects. */
  async handle(delivery: UnacknowledgedDelivery): Promise<void> {
    const event = this.decode(delivery);
    if (!event) return;
    const group = this.server.isBatched(event.type) ? event.type : null;
    await this.queues.run(event.subject, () => this.attempt(event, delivery), group);
  }

  private async attempt(event: EventMessage, delivery: UnacknowledgedDelivery): Promise<void> {
    // The channel was closed while the event waited for its predecessors. RabbitMQ redelivers it.
    if (!delivery.isOpen()) return;
    try {
      await this.deliverWhenAvailable(event, delivery);
    } catch (error) {
      // When the service closes during the wait, the closed channel returns the event to its queue, with unchanged
      // attempts.
      if (!isUnavailable(error) || delivery.canWait()) await this.retryOrDeadLetter(event, delivery, error);
      return;
    }
    delivery.acknowledge();
  }

  /**
   * Keeps the event unacknowledged while a server that the consumer needs is unavailable. The wait counts as no
   * attempt: the event is not at fault, and every other event would fail as well.
   */
  private async deliverWhenAvailable(
    event: EventMessage,
    { canWait }: UnacknowledgedDelivery,
  ): Promise<void> {
    const deadline = Date.now() + UNAVAILABLE_LIMIT_MS;
    for (let tries = 1; ; tries++) {
      try {
        await this.server.dispatchEvent(event);
        return;
      } catch (error) {
        if (!isUnavailable(error) || !canWait() || Date.now() > deadline) throw error;
        if (tries === 1 && this.waits.isNew(error)) {
          const details = { err: error, consumer: this.service, event: event.id };
          this.logger.warn(details, 'Consuming an event waits for an unavailable server');
        }
        await sleep(retryDelay(UNAVAILABLE_POLICY, tries));
      }
    }
  }

  /**
   * Moves the event to a retry or dead-letter queue, and acknowledges it once that queue has stored it. An attempt that
   * ended because a server is unavailable does not count, so that no outage makes events dead letters.
   */
  private async retryOrDeadLetter(
    event: EventMessage,
    delivery: UnacknowledgedDelivery,
    error: unknown,
  ): Promise<void> {
    const attempts = historyOf(delivery.message).attempts + (isUnavailable(error) ? 0 : 1);
    const retryQueue = this.topology.retryQueueAfter(this.service, Math.max(1, attempts));
    const details = { err: error, consumer: this.service, event: event.id, type: event.type, attempts };
    if (retryQueue) this.logger.warn({ ...details, retryQueue }, 'Consuming an event failed, will retry');
    else this.logger.error(details, 'Consuming an event failed for good: it is a dead letter');
    const diedAt = retryQueue ? undefined : new Date().toISOString();
    const message = encodeEvent(event, { attempts, error: inspect(error), diedAt });
    const queue = retryQueue ?? this.topology.deadLetterQueue(this.service);
    for (let tries = 1; delivery.isOpen(); tries++) {
      try {
        await this.publishTo(queue, message);
        delivery.acknowledge();
        return;
      } catch (failure) {
        const context = { err: failure, event: event.id, queue };
        this.logger.warn(context, 'Moving a failed event to another queue failed, will retry');
        await sleep(retryDelay(REQUEUE_POLICY, tries));
      }
    }
  }

  /** Discards a message that is not an event: a foreign publisher sent it, and no retry could change that. */
  private decode({ message, acknowledge }: UnacknowledgedDelivery): EventMessage | undefined {
    try {
      return decodeEvent(message);
    } catch (error) {
      this.logger.error({ err: error, consumer: this.service }, 'Discarded a message that is not an event');
      acknowledge();
      return undefined;
    }
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'server.unavailable';
}
