import type { Channel, ConsumeMessage } from 'amqplib';

/**
 * Acknowledges the messages of one channel. Messages that are acknowledged in one turn of the event loop share a
 * command where no older message of the channel is unacknowledged: a quorum queue writes each command to its log.
 */
export class Acknowledgements {
  /** Delivery tags of the messages that are not acknowledged, from old to new. */
  private readonly open = new Set<number>();
  private readonly waiting: ConsumeMessage[] = [];

  constructor(private readonly channel: Pick<Channel, 'ack'>) {}

  /** Registers a message in the order of its arrival. Every message of the channel must be registered. */
  receive({ fields }: ConsumeMessage): void {
    this.open.add(fields.deliveryTag);
  }

  acknowledge(message: ConsumeMessage): void {
    if (this.waiting.length === 0) process.nextTick(() => this.flush());
    this.waiting.push(message);
  }

  /** Sends what waits. Called before the channel is closed. */
  flush(): void {
    const messages = this.waiting.splice(0);
    for (const { fields } of messages) this.open.delete(fields.deliveryTag);
    const [oldest = Infinity] = this.open;
    const older = messages.filter(({ fields }) => fields.deliveryTag < oldest);
    try {
      if (older.length > 0) this.channel.ack(newestOf(older), true);
      for (const message of messages) {
        if (message.fields.deliveryTag > oldest) this.channel.ack(message);
      }
    } catch {
      // The channel is closed. RabbitMQ redelivers the messages, and the inbox recognises their events.
    }
  }
}

function newestOf(messages: readonly ConsumeMessage[]): ConsumeMessage {
  return messages.reduce((newest, message) =>
    message.fields.deliveryTag > newest.fields.deliveryTag ? message : newest,
  );
}
