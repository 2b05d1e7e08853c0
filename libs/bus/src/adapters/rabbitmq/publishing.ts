import type { ConfirmChannel } from 'amqplib';
import { randomUUID } from 'node:crypto';
import { settledWithin } from '../../settled-within.js';
import type { Line } from './line.js';
import type { Encoded } from './wire.js';

/** A queue that has lost its majority confirms nothing, however long one waits. */
const CONFIRM_MS = 10_000;

/** A channel for what must not be lost. */
export class Publishing {
  /** Message ids that the broker gave back; it tells so before it confirms them. */
  private readonly returned = new Set<string>();

  private constructor(readonly channel: ConfirmChannel) {
    channel.on('return', ({ properties }) => this.returned.add(String(properties.messageId)));
  }

  static async open(line: Line): Promise<Publishing> {
    return new Publishing(await line.openConfirmChannel());
  }

  /**
   * Resolves once every queue that the message goes to has it on disk.
   * @throws Error when none takes it, or nothing is known of it; it may have arrived all the same
   */
  async publish(exchange: string, routingKey: string, { content, properties }: Encoded): Promise<void> {
    const messageId = randomUUID();
    const options = { ...properties, messageId, persistent: true, mandatory: true };
    const confirmed = new Promise<void>((resolve, reject) => {
      this.channel.publish(exchange, routingKey, content, options, (error: Error | null) =>
        error ? reject(error) : resolve(),
      );
    });
    const inTime = await settledWithin(CONFIRM_MS, [confirmed]);
    const wasReturned = this.returned.delete(messageId);
    if (!inTime) throw new Error(`RabbitMQ did not confirm ${routingKey} in time.`);
    await confirmed;
    if (wasReturned) throw new Error(`No queue takes ${routingKey} yet.`);
  }
}
