import { withTimeout } from '@waybill/service-kit';
import type { ConfirmChannel } from 'amqplib';
import { randomUUID } from 'node:crypto';
import type { AmqpConnection } from './amqp-connection.js';
import type { EncodedMessage } from './wire-format.js';

/** A queue that has lost its majority of nodes never confirms a message. */
const CONFIRM_TIMEOUT_MS = 10_000;

/** Publishes messages that must not be lost, on a channel with publisher confirms. */
export class ConfirmPublisher {
  /** Ids of messages that the broker returned. A return arrives before the confirm of the same message. */
  private readonly returned = new Set<string>();

  private constructor(readonly channel: ConfirmChannel) {
    channel.on('return', ({ properties }) => this.returned.add(String(properties.messageId)));
  }

  static async open(connection: AmqpConnection): Promise<ConfirmPublisher> {
    return new ConfirmPublisher(await connection.openConfirmChannel());
  }

  /**
   * Resolves once every queue that the message is routed to has it on disk.
   * @throws Error when no queue takes it, or no confirm arrives; the message may have been stored all the same
   */
  async publish(exchange: string, routingKey: string, message: EncodedMessage): Promise<void> {
    const messageId = randomUUID();
    const options = { ...message.properties, messageId, persistent: true, mandatory: true };
    const confirmed = new Promise<void>((resolve, reject) => {
      this.channel.publish(exchange, routingKey, message.content, options, (error: Error | null) =>
        error ? reject(error) : resolve(),
      );
    });
    const late = () => new Error(`RabbitMQ did not confirm ${routingKey} in time.`);
    await withTimeout(CONFIRM_TIMEOUT_MS, confirmed, late).catch((error: unknown) => {
      this.returned.delete(messageId);
      throw error;
    });
    if (this.returned.delete(messageId)) throw new Error(`No queue takes ${routingKey} yet.`);
  }
}
