import { type Logger, settlesWithin } from '@waybill/service-kit';
import type { Channel, ChannelModel, ConfirmChannel, Connection } from 'amqplib';
import type { Duplex } from 'node:stream';
import { gatherWrites } from './gather-writes.js';

const CLOSE_TIMEOUT_MS = 2000;

/** One connection to RabbitMQ and its channels. When one of the channels fails, all are closed. */
export class AmqpConnection {
  private readonly channels = new Set<Channel>();
  /** Resolves with the reason of the end, if it is known. */
  readonly closed: Promise<unknown>;
  /** RabbitMQ accepts no messages because of a memory or disk alarm. */
  isBlocked = false;
  isClosed = false;

  constructor(
    private readonly connection: ChannelModel,
    private readonly logger: Logger,
  ) {
    gatherWrites(this.socket);
    this.closed = new Promise((resolve) =>
      connection.once('close', (reason) => {
        this.isClosed = true;
        resolve(reason);
      }),
    );
    // Not handled here: `close` follows, with the same error.
    connection.on('error', () => undefined);
    connection.on('blocked', () => (this.isBlocked = true));
    connection.on('unblocked', () => (this.isBlocked = false));
  }

  async openChannel(): Promise<Channel> {
    return this.track(await this.connection.createChannel());
  }

  /** Opens a channel with publisher confirms. */
  async openConfirmChannel(): Promise<ConfirmChannel> {
    return this.track(await this.connection.createConfirmChannel());
  }

  /** Runs `work` on a channel of its own. An error on that channel does not close the others. */
  async withChannel<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    const channel = await this.connection.createChannel();
    // `work` rejects with the same error.
    channel.on('error', () => undefined);
    try {
      return await work(channel);
    } finally {
      await settlesWithin(CLOSE_TIMEOUT_MS, [closeChannel(channel)]);
    }
  }

  /** Closes one channel. The others stay open. */
  closeChannel(channel: Channel): void {
    this.channels.delete(channel);
    void settlesWithin(CLOSE_TIMEOUT_MS, [closeChannel(channel)]);
  }

  /** Closes the channels, then the connection. Destroys the socket of a broker that does not reply. */
  async close(): Promise<void> {
    // Channels first: amqplib sends the close of the connection ahead of messages that its channels still have to send.
    await settlesWithin(CLOSE_TIMEOUT_MS, [...this.channels].map(closeChannel));
    await this.closeOrDestroy();
  }

  /**
   * Closes the connection, or destroys its socket after two seconds. RabbitMQ confirms the close only when all channels
   * are closed, and a channel can wait for a damaged queue for ever. Heartbeats continue meanwhile, so they do not
   * reveal it.
   */
  private async closeOrDestroy(): Promise<void> {
    if (await settlesWithin(CLOSE_TIMEOUT_MS, [this.closeConnection()])) return;
    this.socket.destroy(new Error('RabbitMQ did not confirm the end of the connection.'));
  }

  private get socket(): Duplex {
    return (this.connection.connection as Connection & { stream: Duplex }).stream;
  }

  private track<C extends Channel>(channel: C): C {
    this.channels.add(channel);
    channel.on('error', (error) => this.logger.error({ err: error }, 'RabbitMQ closed a channel'));
    // Deferred: amqplib closes the channels of a lost connection before it marks the connection as closed. A close in
    // between would wait for a reply that never comes.
    channel.on('close', () => {
      if (!this.channels.has(channel)) return;
      setImmediate(() => void this.closeOrDestroy());
    });
    return channel;
  }

  /** Rejects instead of throwing when the connection is closed already. */
  private async closeConnection(): Promise<void> {
    await this.connection.close();
  }
}

/** Rejects instead of throwing when the channel is closed already. */
async function closeChannel(channel: Channel): Promise<void> {
  await channel.close();
}
