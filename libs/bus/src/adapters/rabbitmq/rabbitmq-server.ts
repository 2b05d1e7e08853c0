import { AppError } from '@waybill/contracts';
import type { Channel, ConsumeMessage } from 'amqplib';
import { DRAIN_MS, ServiceServer, type ServiceOnBus } from '../../service-server.js';
import { settledWithin } from '../../settled-within.js';
import { EventConsumer, type InHand } from './event-consumer.js';
import type { Line } from './line.js';
import { Link } from './link.js';
import { type Speech, spoken } from './speech.js';
import type { Topology } from './topology.js';
import { type Outcome, decodeRequest } from './wire.js';

/** What one replica has in hand at once; the rest waits at the broker, for any replica. */
const REQUESTS_AT_ONCE = 256;
const EVENTS_AT_ONCE = 16;
/** One, so that what kills the process is found out alone. */
const SUSPECTS_AT_ONCE = 1;

const CANCEL_MS = 2000;

/** The consumers of one service on one connection. */
interface Hearing {
  readonly channel: Channel;
  readonly consumerTags: readonly string[];
}

/** The Nest strategy of one replica of a service. */
export class RabbitMqServer extends ServiceServer {
  private readonly link: Link<Hearing>;
  private readonly events: EventConsumer;
  private readonly inHand = new Set<Promise<void>>();
  private listening = false;

  constructor(
    about: ServiceOnBus,
    url: string,
    private readonly topology: Topology,
    private readonly speech: Link<Speech>,
  ) {
    super(about);
    const { service, log } = about;
    this.link = new Link(url, `waybill ${service} hearing`, (line) => this.hear(line), log);
    this.events = new EventConsumer(
      service,
      topology,
      (event) => this.deliver(event),
      (queue, message) => spoken(speech).publishing.publish('', queue, message),
      log,
    );
  }

  protected override async open(): Promise<void> {
    this.listening = true;
    await this.link.open();
  }

  /** Takes nothing more, ends what it has in hand, and gives back what it could not end in ten seconds. */
  async close(): Promise<void> {
    this.listening = false;
    await this.link.close(async ({ channel, consumerTags }) => {
      await settledWithin(
        CANCEL_MS,
        consumerTags.map((tag) => channel.cancel(tag)),
      );
      await settledWithin(DRAIN_MS, this.inHand);
    });
    await this.drain();
  }

  /** False while it should hear and cannot. */
  get isWell(): boolean {
    return !this.listening || this.link.current !== undefined;
  }

  private async hear(line: Line): Promise<Hearing> {
    const { service, topology } = this;
    const channel = await line.openChannel();
    await topology.declareService(channel, service, this.consumedTypes);
    let isOpen = true;
    channel.once('close', () => (isOpen = false));

    const consume = async (queue: string, atOnce: number, take: (inHand: InHand) => Promise<void>) => {
      await channel.prefetch(atOnce);
      const { consumerTag } = await channel.consume(queue, (message) => {
        // Somebody deleted the queue: all is opened anew, and the queue declared.
        if (!message) return void line.hangUp();
        const acknowledge = () => acknowledgeOn(channel, message);
        this.hold(
          take({ message, acknowledge, isOpen: () => isOpen, mayWait: () => isOpen && this.listening }),
        );
      });
      return consumerTag;
    };
    const takeEvent = (inHand: InHand) => this.events.take(inHand);
    const takeRequest = (inHand: InHand) => this.takeRequest(inHand);
    const consumerTags = [
      await consume(topology.eventsTo(service), EVENTS_AT_ONCE, takeEvent),
      await consume(topology.suspectsOf(service), SUSPECTS_AT_ONCE, takeEvent),
      await consume(topology.requestsTo(service), REQUESTS_AT_ONCE, takeRequest),
    ];
    return { channel, consumerTags };
  }

  private hold(work: Promise<void>): void {
    const held = work.finally(() => this.inHand.delete(held));
    this.inHand.add(held);
  }

  private async takeRequest({ message, acknowledge }: InHand): Promise<void> {
    const { replyTo, correlationId } = message.properties as { replyTo: string; correlationId: string };
    const to = { replyTo, correlationId };
    const answered = this.speech.current?.asking.sayStillAtIt(to);
    const outcome = await this.outcomeOf(message);
    answered?.();
    this.speech.current?.asking.reply(to, outcome);
    acknowledge();
  }

  private async outcomeOf(message: ConsumeMessage): Promise<Outcome> {
    try {
      // Somebody began it and died; it may have had its effect, so it is not begun again.
      if (message.fields.redelivered) throw new AppError('server.unavailable');
      return { answer: await this.answer(decodeRequest(message)) };
    } catch (error) {
      return { error: AppError.from(error).toWire() };
    }
  }
}

function acknowledgeOn(channel: Channel, message: ConsumeMessage): void {
  try {
    channel.ack(message);
  } catch {
    // The channel is closed: the message comes again, and the inbox knows it.
  }
}
