import type { ConfirmChannel, Message } from 'amqplib';
import { ConfirmWatch } from './confirm-watch.js';
import type { Topology } from './topology.js';
import { TurnBatches } from './turn-batches.js';
import { type EncodedMessage, encodeBatch } from './wire-format.js';

/** RabbitMQ's direct reply-to: replies go straight to the channel of the caller, through no queue. */
export const REPLY_TO = 'amq.rabbitmq.reply-to';

/**
 * Time for which requests to a service are not batched after RabbitMQ returned a batch: no replica has declared the
 * queue for batches.
 */
const NO_BATCHES_MS = 10_000;

export interface RequestPublisherOptions {
  readonly channel: ConfirmChannel;
  readonly topology: Topology;
  /** Called when a queue refuses a message, or RabbitMQ confirms none in time (`ConfirmWatch`). */
  readonly onFailure: () => void;
  /** Called with the correlation id of a request that no queue took. */
  readonly onRefused: (id: string) => void;
}

/** Requests to one service. */
interface Batch {
  readonly service: string;
  readonly requests: readonly EncodedMessage[];
}

/**
 * Publishes requests. Batches the requests of one turn of the event loop to one service in one message, because most of
 * the cost of a request is per message. A single request is sent as its own message, and so are requests to a service
 * whose replicas all run a version without batches.
 */
export class RequestPublisher {
  private readonly batches = new TurnBatches<EncodedMessage>((service, requests) =>
    this.send(service, requests),
  );
  /** Batches that RabbitMQ may still return, by message id. */
  private readonly unconfirmed = new Map<string, Batch>();
  private batchCount = 0;
  /** Services without a queue for batches, with the time of the next attempt. */
  private readonly withoutBatches = new Map<string, number>();
  private readonly watch: ConfirmWatch;

  constructor(private readonly options: RequestPublisherOptions) {
    this.watch = new ConfirmWatch(options.onFailure);
    options.channel.on('return', (message) => this.handleReturn(message));
  }

  async publish(service: string, request: EncodedMessage): Promise<void> {
    await this.batches.add(service, request);
  }

  /** Stops reporting messages without a confirm. */
  stopWatching(): void {
    this.watch.stop();
  }

  private send(service: string, requests: readonly EncodedMessage[]): void {
    const batch = { service, requests };
    if (requests.length > 1 && (this.withoutBatches.get(service) ?? 0) <= Date.now())
      this.sendTogether(batch);
    else this.sendAlone(batch);
  }

  private sendAlone({ service, requests }: Batch): void {
    const queue = this.options.topology.requestQueue(service);
    for (const request of requests) this.publishTo(queue, request, [request]);
  }

  private sendTogether(batch: Batch): void {
    const messageId = String(++this.batchCount);
    this.unconfirmed.set(messageId, batch);
    const { content, properties } = encodeBatch(batch.requests);
    // The batch expires with its last request. The callee checks the deadline of each request.
    const expiration = Math.max(...batch.requests.map((request) => Number(request.properties.expiration)));
    const message = { content, properties: { ...properties, messageId, expiration } };
    const onSettled = () => this.unconfirmed.delete(messageId);
    this.publishTo(
      this.options.topology.requestBatchQueue(batch.service),
      message,
      batch.requests,
      onSettled,
    );
  }

  private publishTo(
    queue: string,
    { content, properties }: EncodedMessage,
    requests: readonly EncodedMessage[],
    onSettled: () => void = () => undefined,
  ): void {
    const watched = this.watch.sent();
    const settle = (error: unknown, isRefused: boolean) => {
      watched(error);
      onSettled();
      if (isRefused) for (const request of requests) this.refuse(request);
    };
    try {
      const options = { ...properties, replyTo: REPLY_TO, mandatory: true };
      this.options.channel.publish('', queue, Buffer.from(content), options, (error: unknown) =>
        settle(error, Boolean(error)),
      );
    } catch {
      // amqplib throws when the channel is closed.
      settle(null, true);
    }
  }

  /**
   * Handles a message that RabbitMQ returned because its queue does not exist. Sends the requests of a batch again,
   * each as its own message.
   */
  private handleReturn(message: Message): void {
    const batch = this.unconfirmed.get(String(message.properties.messageId));
    if (!batch) {
      this.refuse(message);
      return;
    }
    this.withoutBatches.set(batch.service, Date.now() + NO_BATCHES_MS);
    this.sendAlone(batch);
  }

  private refuse({ properties }: Pick<EncodedMessage, 'properties'>): void {
    this.options.onRefused(String(properties.correlationId));
  }
}
