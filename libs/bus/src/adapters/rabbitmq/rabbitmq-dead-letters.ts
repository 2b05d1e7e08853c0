import type { Channel, GetMessage } from 'amqplib';
import { type DeadLetter, DeadLetters, type DeliveryKey } from '../../dead-letters.js';
import { KeyedQueue } from '../../keyed-queue.js';
import type { ProducerSession } from './producer-session.js';
import type { Topology } from './topology.js';
import { decodeEvent, encodeEvent, historyOf, lastDeadLetteredAt } from './wire-format.js';

/**
 * Dead letters stay in one queue per service. A queue cannot be searched: each command takes messages out and returns
 * those that it does not delete. Two concurrent commands may miss letters that the other one holds at that moment.
 */
export class RabbitMqDeadLetters extends DeadLetters {
  private readonly mutex = new KeyedQueue();

  constructor(
    /** @throws Error while the broker is unavailable */
    private readonly requireProducer: () => ProducerSession,
    private readonly topology: Topology,
    /** Services whose letters are listed: AMQP has no command that lists queues. */
    private readonly services: () => Iterable<string>,
  ) {
    super();
  }

  async list(limit = 100, { consumer, eventId }: Partial<DeliveryKey> = {}): Promise<DeadLetter[]> {
    let letters: DeadLetter[] = [];
    for (const service of this.services()) {
      if (consumer !== undefined && service !== consumer) continue;
      await this.visitAll(service, (message) => {
        const letter = toDeadLetter(service, message);
        if (eventId === undefined || letter.eventId === eventId) letters.push(letter);
        if (letters.length > 2 * limit) letters = oldest(letters, limit);
        return Promise.resolve('keep');
      });
    }
    return oldest(letters, limit);
  }

  async replay(key: DeliveryKey): Promise<boolean> {
    return this.remove(key, ({ event }) =>
      this.requireProducer().publisher.publish(
        '',
        this.topology.eventQueue(key.consumer),
        encodeEvent(event),
      ),
    );
  }

  async drop(key: DeliveryKey): Promise<boolean> {
    return this.remove(key, () => Promise.resolve());
  }

  /** Deletes the letter after `before` has resolved. */
  private async remove(key: DeliveryKey, before: (letter: DeadLetter) => Promise<void>): Promise<boolean> {
    let found = false;
    await this.visitAll(key.consumer, async (message) => {
      const letter = toDeadLetter(key.consumer, message);
      if (letter.eventId !== key.eventId) return 'keep';
      await before(letter);
      found = true;
      return 'delete';
    });
    return found;
  }

  /** Calls `visit` for each letter until it deletes one. Returned letters may change their position. */
  private async visitAll(
    service: string,
    visit: (message: GetMessage) => Promise<'keep' | 'delete'>,
  ): Promise<void> {
    await this.mutex.run('', async () => {
      const { deadLetterChannel: channel } = this.requireProducer();
      const queue = this.topology.deadLetterQueue(service);
      await this.topology.declareDeadLetterQueue(channel, service);
      try {
        for await (const message of messagesOf(channel, queue)) {
          if ((await visit(message)) === 'keep') continue;
          channel.ack(message);
          return;
        }
      } finally {
        channel.nackAll(true);
      }
    });
  }
}

function oldest(letters: readonly DeadLetter[], limit: number): DeadLetter[] {
  return letters.toSorted((a, b) => a.diedAt.getTime() - b.diedAt.getTime()).slice(0, limit);
}

async function* messagesOf(channel: Channel, queue: string): AsyncGenerator<GetMessage> {
  for (;;) {
    const message = await channel.get(queue);
    if (!message) return;
    yield message;
  }
}

function toDeadLetter(consumer: string, message: GetMessage): DeadLetter {
  const event = decodeEvent(message);
  const { attempts, error, diedAt } = historyOf(message);
  return {
    eventId: event.id,
    consumer,
    event,
    attempts,
    error: diedAt ? (error ?? '') : 'The process was killed while consuming it.',
    diedAt: new Date(diedAt ?? lastDeadLetteredAt(message) ?? event.time),
  };
}
