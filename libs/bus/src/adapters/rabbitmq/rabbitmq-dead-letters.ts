import type { Channel, GetMessage } from 'amqplib';
import { type DeadLetter, DeadLetters, type DeliveryKey } from '../../dead-letters.js';
import { Lanes } from './lanes.js';
import type { Speech } from './speech.js';
import type { Topology } from './topology.js';
import { decodeEvent, encodeEvent, historyOf, lastMoved } from './wire.js';

/**
 * Dead letters stay in a queue of their service. A queue cannot be searched: what one looks at is taken out and,
 * unless it is meant, put back. Two operators at once may for a moment not see what the other looks at.
 */
export class RabbitMqDeadLetters extends DeadLetters {
  private readonly turns = new Lanes();

  constructor(
    /** @throws Error while the broker is away */
    private readonly speech: () => Speech,
    private readonly topology: Topology,
    /** A broker does not tell which queues there are. */
    private readonly services: () => Iterable<string>,
  ) {
    super();
  }

  async list(limit = 100): Promise<DeadLetter[]> {
    let letters: DeadLetter[] = [];
    for (const service of this.services()) {
      await this.lookAt(service, (message) => {
        letters.push(letterOf(service, message));
        if (letters.length > 2 * limit) letters = oldestOf(letters, limit);
        return Promise.resolve('next');
      });
    }
    return oldestOf(letters, limit);
  }

  async replay(key: DeliveryKey): Promise<boolean> {
    return this.remove(key, ({ event }) =>
      this.speech().publishing.publish('', this.topology.eventsTo(key.consumer), encodeEvent(event)),
    );
  }

  async drop(key: DeliveryKey): Promise<boolean> {
    return this.remove(key, () => Promise.resolve());
  }

  /** Takes it out once `before` is done. */
  private async remove(key: DeliveryKey, before: (letter: DeadLetter) => Promise<void>): Promise<boolean> {
    let found = false;
    await this.lookAt(key.consumer, async (message) => {
      const letter = letterOf(key.consumer, message);
      if (letter.eventId !== key.eventId) return 'next';
      await before(letter);
      found = true;
      return 'take';
    });
    return found;
  }

  /** Shows `visit` one letter after the other until it takes one. What is put back may change its place. */
  private async lookAt(
    service: string,
    visit: (message: GetMessage) => Promise<'next' | 'take'>,
  ): Promise<void> {
    await this.turns.run('', async () => {
      const { operating } = this.speech();
      const queue = this.topology.deadLettersOf(service);
      await this.topology.declareDeadLetters(operating, service);
      try {
        for await (const message of messagesOf(operating, queue)) {
          if ((await visit(message)) === 'next') continue;
          operating.ack(message);
          return;
        }
      } finally {
        operating.nackAll(true);
      }
    });
  }
}

function oldestOf(letters: readonly DeadLetter[], limit: number): DeadLetter[] {
  return letters.toSorted((a, b) => a.diedAt.getTime() - b.diedAt.getTime()).slice(0, limit);
}

async function* messagesOf(channel: Channel, queue: string): AsyncGenerator<GetMessage> {
  for (;;) {
    const message = await channel.get(queue);
    if (!message) return;
    yield message;
  }
}

function letterOf(consumer: string, message: GetMessage): DeadLetter {
  const event = decodeEvent(message);
  const { attempts, error, diedAt } = historyOf(message);
  return {
    eventId: event.id,
    consumer,
    event,
    attempts,
    error: diedAt ? (error ?? '') : 'The process died of it.',
    diedAt: new Date(diedAt ?? lastMoved(message) ?? event.time),
  };
}
