import { AppError } from '@waybill/contracts';
import type { ConfirmChannel, Message } from 'amqplib';
import type { RequestMessage } from '../../service-server.js';
import type { AmqpConnection } from './amqp-connection.js';
import { ConfirmWatch } from './confirm-watch.js';
import type { ChannelWork } from './renewable-channel.js';
import { type Reply, decodeReply, encodeReply, encodeRequest } from './wire-format.js';

/** RabbitMQ's direct reply-to: replies go straight to the channel of the caller, through no queue. */
const REPLY_TO = 'amq.rabbitmq.reply-to';

/** The caller that waits for a reply. */
export interface ReplyAddress {
  readonly replyTo: string;
  readonly correlationId: string;
}

/**
 * A channel for requests and replies. Neither outlives a crash of its sender. It has publisher confirms to notice a queue
 * that takes no requests.
 */
export class RpcChannel implements ChannelWork {
  /** Callbacks of requests without a reply, by correlation id. */
  private readonly pending = new Map<string, (reply: Reply) => void>();
  private callCount = 0;
  private readonly watch: ConfirmWatch;
  private isRetired = false;

  private constructor(
    private readonly connection: AmqpConnection,
    private readonly channel: ConfirmChannel,
    onFailure: () => void,
  ) {
    this.watch = new ConfirmWatch(onFailure);
    channel.on('return', (message) => this.settle(message, failure('server.unavailable')));
    channel.on('close', () => {
      this.watch.stop();
      for (const settle of this.pending.values()) settle(failure('server.unavailable'));
    });
  }

  static async open(connection: AmqpConnection, onFailure: () => void): Promise<RpcChannel> {
    const channel = await connection.openConfirmChannel();
    const rpc = new RpcChannel(connection, channel, onFailure);
    await channel.consume(
      REPLY_TO,
      (message) => {
        if (message) rpc.settle(message, decodeReply(message));
      },
      { noAck: true },
    );
    return rpc;
  }

  /** The callee's reply, or an error: no service consumes the queue, the connection was lost, or the deadline passed. */
  async call(queue: string, request: RequestMessage): Promise<Reply> {
    const correlationId = String(++this.callCount);
    const { content, properties } = encodeRequest(request);
    const options = { ...properties, correlationId, replyTo: REPLY_TO, mandatory: true };
    const settled = this.watch.sent();
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Reply>((resolve) => {
        timer = setTimeout(() => resolve(failure('server.timeout')), request.deadline - Date.now());
        this.pending.set(correlationId, resolve);
        this.channel.publish('', queue, content, options, (error: unknown) => {
          settled(error);
          if (error) resolve(failure('server.unavailable'));
        });
      });
    } catch {
      // amqplib throws when the channel is closed.
      settled(null);
      return failure('server.unavailable');
    } finally {
      clearTimeout(timer);
      this.pending.delete(correlationId);
      this.closeWhenUnused();
    }
  }

  /** Sends a reply. Does nothing when the caller is gone. */
  reply({ replyTo, correlationId }: ReplyAddress, reply: Reply): void {
    const { content, properties } = encodeReply(reply);
    try {
      this.channel.publish('', replyTo, content, { ...properties, correlationId });
    } catch {
      // The channel is closed. The caller gets `server.unavailable` or `server.timeout`.
    }
  }

  /** Closes the channel after the replies that it waits for. */
  retire(): void {
    this.watch.stop();
    this.isRetired = true;
    this.closeWhenUnused();
  }

  private closeWhenUnused(): void {
    if (this.isRetired && this.pending.size === 0) this.connection.closeChannel(this.channel);
  }

  private settle({ properties }: Message, reply: Reply): void {
    this.pending.get(String(properties.correlationId))?.(reply);
  }
}

function failure(code: 'server.unavailable' | 'server.timeout'): Reply {
  return { error: new AppError(code).toWire() };
}
