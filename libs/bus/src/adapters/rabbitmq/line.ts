import type { Logger } from '@waybill/service-kit';
import type { Channel, ChannelModel, ConfirmChannel, Connection } from 'amqplib';
import type { Duplex } from 'node:stream';
import { settledWithin } from '../../settled-within.js';

const HANG_UP_MS = 2000;

/** One connection to RabbitMQ, as long as it lasts, and its channels. When one of them fails, all of it ends. */
export class Line {
  private readonly channels: Channel[] = [];
  /** Resolves with why it ended, if that is known. */
  readonly ended: Promise<unknown>;
  /** The broker is short of memory or disk, and takes nothing in. */
  isBlocked = false;

  constructor(
    private readonly connection: ChannelModel,
    private readonly log: Logger,
  ) {
    this.ended = new Promise((resolve) => connection.once('close', resolve));
    // Nothing to do: `close` follows and has the error, too.
    connection.on('error', () => undefined);
    connection.on('blocked', () => (this.isBlocked = true));
    connection.on('unblocked', () => (this.isBlocked = false));
  }

  async openChannel(): Promise<Channel> {
    return this.tie(await this.connection.createChannel());
  }

  /** The broker confirms what is published on it. */
  async openConfirmChannel(): Promise<ConfirmChannel> {
    return this.tie(await this.connection.createConfirmChannel());
  }

  /** Does `work` on a channel of its own, whose end is not the end of the others. */
  async aside<T>(work: (channel: Channel) => Promise<T>): Promise<T> {
    const channel = await this.connection.createChannel();
    // Whoever works on it hears of it.
    channel.on('error', () => undefined);
    try {
      return await work(channel);
    } finally {
      await settledWithin(HANG_UP_MS, [closed(channel)]);
    }
  }

  /** A broker that does not even say goodbye is hung up on. */
  async hangUp(): Promise<void> {
    // What a channel still has to send goes before its own farewell, but not before that of the connection.
    await settledWithin(
      HANG_UP_MS,
      this.channels.map((channel) => channel.close()),
    );
    if (await settledWithin(HANG_UP_MS, [this.connection.close()])) return;
    (this.connection.connection as Connection & { stream: Duplex }).stream.destroy();
  }

  private tie<C extends Channel>(channel: C): C {
    this.channels.push(channel);
    channel.on('error', (error) => this.log.error({ err: error }, 'RabbitMQ closed a channel'));
    // Later, as a connection that is being lost closes its channels before it knows that it is closed itself.
    channel.on('close', () => setImmediate(() => void settledWithin(HANG_UP_MS, [this.connection.close()])));
    return channel;
  }
}

/** amqplib throws where the broker has closed it already. */
async function closed(channel: Channel): Promise<void> {
  await channel.close();
}
