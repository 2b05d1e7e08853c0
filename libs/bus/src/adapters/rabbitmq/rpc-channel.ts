import { AppError } from '@waybill/contracts';
import type { Channel, Message } from 'amqplib';
import type { RequestMessage } from '../../service-server.js';
import type { AmqpConnection } from './amqp-connection.js';
import { type Reply, decodeReply, encodeReply, encodeRequest } from './wire-format.js';

/** RabbitMQ's direct reply-to: replies go straight to the channel of the caller, through no queue. */
const REPLY_TO = 'amq.rabbitmq.reply-to';

/** Where a reply goes. */
export interface ReplyAddress {
  readonly replyTo: string;
  readonly correlationId: string;
}

/** A channel for requests and replies. Neither outlives a crash of its sender. */
export class RpcChannel {
  /** Callbacks of requests without a reply, by correlation id. */
  private readonly pending = new Map<string, (reply: Reply) => void>();
  private callCount = 0;

  private constructor(private readonly channel: Channel) {
    channel.on('return', (message) => this.settle(message, failure('server.unavailable')));
    channel.on('close', () => {
      for (const settle of this.pending.values()) settle(failure('server.unavailable'));
    });
  }

  static async open(connection: AmqpConnection): Promise<RpcChannel> {
    const channel = await connection.openChannel();
    const rpc = new RpcChannel(channel);
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
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Reply>((resolve) => {
        timer = setTimeout(() => resolve(failure('server.timeout')), request.deadline - Date.now());
        this.pending.set(correlationId, resolve);
        this.channel.publish('', queue, content, options);
      });
    } catch {
      // amqplib throws when the channel is closed.
      return failure('server.unavailable');
    } finally {
      clearTimeout(timer);
      this.pending.delete(correlationId);
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

  private settle({ properties }: Message, reply: Reply): void {
    this.pending.get(String(properties.correlationId))?.(reply);
  }
}

function failure(code: 'server.unavailable' | 'server.timeout'): Reply {
  return { error: new AppError(code).toWire() };
}
