import { AppError } from '@waybill/contracts';
import { Semaphore, settlesWithin, withTimeout } from '@waybill/service-kit';
import type { Channel, ConsumeMessage } from 'amqplib';
import {
  DRAIN_TIMEOUT_MS,
  MAX_EVENT_BATCH,
  type RequestMessage,
  ServiceServer,
  type ServiceServerOptions,
} from '../../service-server.js';
import { Acknowledgements } from './acknowledgements.js';
import type { AmqpConnection } from './amqp-connection.js';
import { type UnacknowledgedDelivery, EventConsumer } from './event-consumer.js';
import { type ProducerSession, requireSession } from './producer-session.js';
import { ReconnectingConnection } from './reconnecting-connection.js';
import type { ReplyAddress, RpcChannel } from './rpc-channel.js';
import { QUEUE_TIMEOUT_MS, type Topology } from './topology.js';
import { type ReceivedMessage, type Reply, decodeBatch, decodeRequest } from './wire-format.js';

/** Maximum number of unacknowledged messages per replica. Further messages stay at the broker, for any replica. */
const REQUEST_PREFETCH = 256;
const REQUEST_BATCH_PREFETCH = 32;
const EVENT_PREFETCH = 16;
/** Prefetch of a service that consumes events in batches: the next batch arrives while one is consumed. */
const EVENT_BATCH_PREFETCH = 2 * MAX_EVENT_BATCH;
/** One at a time, to find the event that crashes its consumer. */
const SUSPECT_PREFETCH = 1;

const CANCEL_TIMEOUT_MS = 2000;
/** Time for which a reply waits for the producer connection. Callers rarely wait longer. */
const PRODUCER_TIMEOUT_MS = 10_000;

/** The consumers of one service on one connection. */
interface ConsumerSession {
  readonly channel: Channel;
  readonly consumerTags: readonly string[];
  readonly acknowledgements: Acknowledgements;
}

/** The Nest strategy of one replica of a service. */
export class RabbitMqServiceServer extends ServiceServer {
  private readonly connection: ReconnectingConnection<ConsumerSession>;
  private readonly events: EventConsumer;
  private readonly unsettled = new Set<Promise<void>>();
  /** Limits the number of requests of batches that are handled concurrently. */
  private readonly batched = new Semaphore(REQUEST_PREFETCH);
  private isListening = false;

  constructor(
    options: ServiceServerOptions,
    urls: readonly string[],
    private readonly topology: Topology,
    private readonly producer: ReconnectingConnection<ProducerSession>,
  ) {
    super(options);
    const { service, logger } = options;
    this.connection = new ReconnectingConnection(
      urls,
      `waybill ${service} consumer`,
      (connection) => this.openSession(connection),
      logger,
    );
    this.events = new EventConsumer(
      service,
      topology,
      this,
      (queue, message) => requireSession(producer).publisher.publish('', queue, message),
      logger,
    );
  }

  protected override async startConsuming(): Promise<void> {
    this.isListening = true;
    await this.connection.open();
  }

  /** Stops consuming and waits for running handlers. Deliveries that take over ten seconds go back to the broker. */
  async close(): Promise<void> {
    this.isListening = false;
    await this.connection.close(async ({ channel, consumerTags, acknowledgements }) => {
      await settlesWithin(
        CANCEL_TIMEOUT_MS,
        consumerTags.map((tag) => channel.cancel(tag)),
      );
      await settlesWithin(DRAIN_TIMEOUT_MS, this.unsettled);
      acknowledgements.flush();
    });
    await this.drain();
  }

  /** False while the service should consume and has no session. */
  get isHealthy(): boolean {
    return !this.isListening || this.connection.session !== undefined;
  }

  private async openSession(connection: AmqpConnection): Promise<ConsumerSession> {
    const { service, topology } = this;
    const channel = await connection.openChannel();
    await topology.declareService(channel, service, this.consumedTypes);
    let isOpen = true;
    channel.once('close', () => (isOpen = false));
    const acknowledgements = new Acknowledgements(channel);

    const consume = async (
      queue: string,
      prefetch: number,
      handle: (delivery: UnacknowledgedDelivery) => Promise<void>,
    ): Promise<string> => {
      await channel.prefetch(prefetch);
      const consuming = channel.consume(queue, (message) => {
        // The queue was deleted, or its node was lost. A new session declares it again.
        if (!message) return void connection.close();
        acknowledgements.receive(message);
        const acknowledge = () => acknowledgements.acknowledge(message);
        const canWait = () => isOpen && this.isListening;
        this.track(handle({ message, acknowledge, isOpen: () => isOpen, canWait }));
      });
      const late = () => new Error(`RabbitMQ accepted no consumer of ${queue} in time.`);
      return (await withTimeout(QUEUE_TIMEOUT_MS, consuming, late)).consumerTag;
    };
    const handleEvent = (delivery: UnacknowledgedDelivery) => this.events.handle(delivery);
    const handleRequest = (delivery: UnacknowledgedDelivery) => this.handleRequestDelivery(delivery);
    const handleBatch = (delivery: UnacknowledgedDelivery) => this.handleRequestBatch(delivery);
    const consumerTags = [
      await consume(
        topology.eventQueue(service),
        this.consumesInBatches ? EVENT_BATCH_PREFETCH : EVENT_PREFETCH,
        handleEvent,
      ),
      await consume(topology.suspectQueue(service), SUSPECT_PREFETCH, handleEvent),
      await consume(topology.requestQueue(service), REQUEST_PREFETCH, handleRequest),
      await consume(topology.requestBatchQueue(service), REQUEST_BATCH_PREFETCH, handleBatch),
    ];
    return { channel, consumerTags, acknowledgements };
  }

  private track(work: Promise<void>): void {
    const tracked = work.finally(() => this.unsettled.delete(tracked));
    this.unsettled.add(tracked);
  }

  private async handleRequestDelivery({ message, acknowledge }: UnacknowledgedDelivery): Promise<void> {
    const reply = await this.execute(message, () => decodeRequest(message));
    (await this.rpcChannel())?.reply(message.properties, reply);
    acknowledge();
  }

  /** Handles the requests of a batch concurrently, and replies to each as soon as it is handled. */
  private async handleRequestBatch({ message, acknowledge }: UnacknowledgedDelivery): Promise<void> {
    const { replyTo } = message.properties as ReplyAddress;
    const handle = async (request: ReceivedMessage): Promise<void> => {
      const { correlationId } = request.properties as ReplyAddress;
      const reply = await this.batched.run(() => this.execute(message, () => decodeRequest(request)));
      await (await this.rpcChannel())?.replyToBatch({ replyTo, correlationId }, reply);
    };
    try {
      await Promise.all(decodeBatch(message).map(handle));
    } catch (error) {
      this.log.error({ err: error }, 'Reading a batch of requests failed');
    }
    acknowledge();
  }

  /**
   * Waits for the producer connection. It can be lost while a request is handled, for example with one node of a
   * cluster.
   */
  private async rpcChannel(): Promise<RpcChannel | undefined> {
    return (await this.producer.waitForSession(PRODUCER_TIMEOUT_MS))?.rpc;
  }

  private async execute(message: ConsumeMessage, read: () => RequestMessage): Promise<Reply> {
    try {
      // A replica was killed while it handled the request, which may have taken effect: it must not be executed again.
      if (message.fields.redelivered) throw new AppError('server.unavailable');
      return { answer: await this.dispatchRequest(read()) };
    } catch (error) {
      return { error: AppError.from(error).toWire() };
    }
  }
}
