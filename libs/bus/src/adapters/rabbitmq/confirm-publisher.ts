import { withTimeout } from '@waybill/service-kit';
import type { ConfirmChannel } from 'amqplib';
import { randomUUID } from 'node:crypto';
import type { AmqpConnection } from './amqp-connection.js';
import { ConfirmWatch } from './confirm-watch.js';
import type { ChannelWork } from './renewable-channel.js';
import type { EncodedMessage } from './wire-format.js';

/** Maximum wait for a confirm. A queue that has lost its majority of nodes never confirms a message. */
const CONFIRM_TIMEOUT_MS = 10_000;

/** Publishes messages that must not be lost, on a channel with publisher confirms. */
export class ConfirmPublisher implements ChannelWork {
  /** Ids of messages that the broker returned. A return arrives before the confirm of the same message. */
  private readonly returned = new Set<string>();
  private readonly watch: ConfirmWatch;

  private constructor(
    private readonly connection: AmqpConnection,
    readonly channel: ConfirmChannel,
    onFailure: () => void,
  ) {
    this.watch = new ConfirmWatch(onFailure);
    channel.on('return', ({ properties }) => this.returned.add(String(properties.messageId)));
    channel.once('close', () => this.watch.stop());
  }

  static async open(connection: AmqpConnection, onFailure: () => void): Promise<ConfirmPublisher> {
    return new ConfirmPublisher(connection, await connection.openConfirmChannel(), onFailure);
  }

  /**
   * Resolves once every queue that the message is routed to has it on disk.
   * @param mandatory whether publishing fails when no queue takes the message
   * @throws Error when no queue takes the message, the broker refuses it, or no confirm arrives within ten seconds.
   * Without a confirm, the message may have been stored all the same
   */
  async publish(
    exchange: string,
    routingKey: string,
    message: EncodedMessage,
    { mandatory = true }: { readonly mandatory?: boolean } = {},
  ): Promise<void> {
    const messageId = randomUUID();
    const content = Buffer.from(message.content);
    const options = { ...message.properties, messageId, persistent: true, mandatory };
    const confirmed = new Promise<void>((resolve, reject) => {
      const settled = this.watch.sent();
      this.channel.publish(exchange, routingKey, content, options, (error: Error | null) => {
        settled(error);
        if (error) reject(error);
        else resolve();
      });
    });
    const late = () => new Error(`RabbitMQ did not confirm ${routingKey} in time.`);
    await withTimeout(CONFIRM_TIMEOUT_MS, confirmed, late).catch((error: unknown) => {
      this.returned.delete(messageId);
      throw error;
    });
    if (this.returned.delete(messageId)) throw new Error(`No queue takes ${routingKey} yet.`);
  }

  /** Closes the channel. Messages that are not confirmed yet are rejected. */
  retire(): void {
    this.connection.closeChannel(this.channel);
  }
}
