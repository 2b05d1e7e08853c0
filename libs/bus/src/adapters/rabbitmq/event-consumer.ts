import { AppError, type EventMessage } from '@waybill/contracts';
import type { Logger } from '@waybill/service-kit';
import type { ConsumeMessage } from 'amqplib';
import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { type RetryPolicy, retryDelay } from '../../backoff.js';
import { Lanes } from './lanes.js';
import type { Topology } from './topology.js';
import { type Encoded, decodeEvent, encodeEvent, historyOf } from './wire.js';

/** Between tries to put away an event that failed, while the broker takes nothing in. */
const PUT_AWAY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, longestDelayMs: 5000 };

/** Between tries to deliver an event while a server that its consumer needs is away. */
const AWAY: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, longestDelayMs: 2000 };
/** How long it waits in hand for that server: less than the half hour after which RabbitMQ takes it back. */
const IN_HAND_MS = 10 * 60_000;

/** One message in our hands, until it is acknowledged or the channel it came by is gone. */
export interface InHand {
  readonly message: ConsumeMessage;
  readonly isOpen: () => boolean;
  /** Whether there is time: not when its service is closing. */
  readonly mayWait: () => boolean;
  readonly acknowledge: () => void;
}

/** Brings one service its events, those about one subject one after the other. */
export class EventConsumer {
  private readonly lanes = new Lanes();

  constructor(
    private readonly service: string,
    private readonly topology: Topology,
    private readonly deliver: (event: EventMessage) => Promise<void>,
    /** Resolves when the queue has it safe. */
    private readonly putInto: (queue: string, message: Encoded) => Promise<void>,
    private readonly log: Logger,
  ) {}

  /** Never rejects. */
  async take(inHand: InHand): Promise<void> {
    const event = this.read(inHand);
    if (!event) return;
    await this.lanes.run(event.subject, () => this.attempt(event, inHand));
  }

  private async attempt(event: EventMessage, inHand: InHand): Promise<void> {
    // While it waited in its lane its channel was closed: it comes, or has come, again.
    if (!inHand.isOpen()) return;
    try {
      await this.deliverOnceItCan(event, inHand);
    } catch (error) {
      if (!isAway(error) || inHand.mayWait()) await this.putAway(event, inHand, error);
      // Else it is given back as it came, with the channel.
      return;
    }
    inHand.acknowledge();
  }

  /** While a server that the consumer needs is away, it waits in hand: it has failed at nothing, and others would too. */
  private async deliverOnceItCan(event: EventMessage, { mayWait }: InHand): Promise<void> {
    const patienceEnds = Date.now() + IN_HAND_MS;
    for (let tries = 1; ; tries++) {
      try {
        await this.deliver(event);
        return;
      } catch (error) {
        if (!isAway(error) || !mayWait() || Date.now() > patienceEnds) throw error;
        if (tries === 1)
          this.log.warn({ err: error, consumer: this.service, event: event.id }, 'event waits');
        await sleep(retryDelay(AWAY, tries));
      }
    }
  }

  /** Acknowledges it once it is safe elsewhere, and not before. */
  private async putAway(event: EventMessage, inHand: InHand, error: unknown): Promise<void> {
    const attempts = historyOf(inHand.message).attempts + 1;
    const retry = this.topology.retryOf(this.service, attempts);
    const about = { err: error, consumer: this.service, event: event.id, type: event.type, attempts };
    if (retry) this.log.warn({ ...about, retry }, 'event not consumed, will be delivered again');
    else this.log.error(about, 'event is a dead letter');
    const diedAt = retry ? undefined : new Date().toISOString();
    const message = encodeEvent(event, { attempts, error: inspect(error), diedAt });
    const queue = retry ?? this.topology.deadLettersOf(this.service);
    for (let tries = 1; inHand.isOpen(); tries++) {
      try {
        await this.putInto(queue, message);
        inHand.acknowledge();
        return;
      } catch (failure) {
        this.log.warn({ err: failure, event: event.id, queue }, 'event not put away, will be tried again');
        await sleep(retryDelay(PUT_AWAY, tries));
      }
    }
  }

  /** What is no event comes from a stranger, and would never become one. */
  private read({ message, acknowledge }: InHand): EventMessage | undefined {
    try {
      return decodeEvent(message);
    } catch (error) {
      this.log.error({ err: error, consumer: this.service }, 'a message that is no event was thrown away');
      acknowledge();
      return undefined;
    }
  }
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'server.unavailable';
}
