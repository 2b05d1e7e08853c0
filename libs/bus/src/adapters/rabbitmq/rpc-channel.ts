import { AppError } from '@waybill/contracts';
import type { ConfirmChannel, Message } from 'amqplib';
import type { RequestMessage } from '../../service-server.js';
import type { AmqpConnection } from './amqp-connection.js';
import type { ChannelWork } from './renewable-channel.js';
import { REPLY_TO, RequestPublisher } from './request-publisher.js';
import type { Topology } from './topology.js';
import { TurnBatches } from './turn-batches.js';
import {
  type EncodedMessage,
  type Reply,
  decodeBatch,
  decodeReply,
  encodeBatch,
  encodeReply,
  encodeRequest,
  isBatch,
} from './wire-format.js';

/** The caller that waits for a reply. */
export interface ReplyAddress {
  readonly replyTo: string;
  /** Id of the request. */
  readonly correlationId: string;
}

/**
 * A channel for requests and replies. They are not stored before they are sent, so a crash of the sender loses them.
 * Publisher confirms detect a queue that takes no requests.
 */
export class RpcChannel implements ChannelWork {
  /** Callbacks of requests without a reply, by the request's id. */
  private readonly pending = new Map<string, (reply: Reply) => void>();
  private callCount = 0;
  private readonly requests: RequestPublisher;
  private readonly replies = new TurnBatches<EncodedMessage>((replyTo, replies) =>
    this.send(replyTo, encodeBatch(replies)),
  );
  private isRetired = false;

  private constructor(
    private readonly connection: AmqpConnection,
    private readonly channel: ConfirmChannel,
    topology: Topology,
    onFailure: () => void,
  ) {
    const onRefused = (id: string) => this.settle(id, failure('server.unavailable'));
    this.requests = new RequestPublisher({ channel, topology, onFailure, onRefused });
    channel.on('close', () => {
      this.requests.stopWatching();
      for (const id of this.pending.keys()) onRefused(id);
    });
  }

  static async open(
    connection: AmqpConnection,
    topology: Topology,
    onFailure: () => void,
  ): Promise<RpcChannel> {
    const channel = await connection.openConfirmChannel();
    const rpc = new RpcChannel(connection, channel, topology, onFailure);
    await channel.consume(
      REPLY_TO,
      (message) => {
        if (message) rpc.receive(message);
      },
      { noAck: true },
    );
    return rpc;
  }

  /**
   * Resolves to the reply of the callee, or to an error: no replica consumes requests, the connection was lost, or the
   * deadline passed.
   */
  async call(service: string, request: RequestMessage): Promise<Reply> {
    const id = String(++this.callCount);
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Reply>((resolve, reject) => {
        timer = setTimeout(() => resolve(failure('server.timeout')), request.deadline - Date.now());
        this.pending.set(id, resolve);
        this.requests.publish(service, encodeRequest(request, id)).catch(reject);
      });
    } finally {
      clearTimeout(timer);
      this.pending.delete(id);
      this.closeWhenUnused();
    }
  }

  /** Sends a reply to a request that had a message of its own. Does nothing when the caller is gone. */
  reply({ replyTo, correlationId }: ReplyAddress, reply: Reply): void {
    this.send(replyTo, encodeReply(reply, correlationId));
  }

  /**
   * Sends a reply to a request of a batch, together with other replies to that caller of the same turn of the event
   * loop. Resolves once the reply is sent.
   */
  async replyToBatch({ replyTo, correlationId }: ReplyAddress, reply: Reply): Promise<void> {
    await this.replies.add(replyTo, encodeReply(reply, correlationId));
    this.closeWhenUnused();
  }

  /** Closes the channel once no request on it waits for its reply and no reply waits to be sent. */
  retire(): void {
    this.requests.stopWatching();
    this.isRetired = true;
    this.closeWhenUnused();
  }

  private send(replyTo: string, { content, properties }: EncodedMessage): void {
    try {
      this.channel.publish('', replyTo, Buffer.from(content), properties);
    } catch {
      // The channel is closed. The caller gets `server.unavailable` or `server.timeout`.
    }
  }

  private closeWhenUnused(): void {
    const isUnused = this.pending.size === 0 && this.replies.isEmpty;
    if (this.isRetired && isUnused) this.connection.closeChannel(this.channel);
  }

  private receive(message: Message): void {
    for (const reply of isBatch(message) ? decodeBatch(message) : [message]) {
      this.settle(String(reply.properties.correlationId), decodeReply(reply));
    }
  }

  private settle(id: string, reply: Reply): void {
    this.pending.get(id)?.(reply);
  }
}

function failure(code: 'server.unavailable' | 'server.timeout'): Reply {
  return { error: new AppError(code).toWire() };
}
