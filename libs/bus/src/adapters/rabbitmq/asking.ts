import { AppError } from '@waybill/contracts';
import type { Channel, Message } from 'amqplib';
import type { RequestMessage } from '../../service-server.js';
import type { Line } from './line.js';
import { type Encoded, type Outcome, decodeOutcome, encodeOutcome, encodeRequest } from './wire.js';

/** RabbitMQ's direct reply-to: answers come back to the channel that asked, through no queue. */
const REPLY_TO = 'amq.rabbitmq.reply-to';

/** What a replica that is still at a question says meanwhile, in place of an answer. */
const STILL_AT_IT = 'still-at-it';
/** How often it says so. */
const SIGN_MS = 2000;
/** After so long without a word the replica is dead, and with it, if it was the last one, the queue: no answer comes. */
const SILENCE_MS = 8000;
const LOOK_MS = 500;

/** Where an answer goes. */
export interface ReturnAddress {
  readonly replyTo: string;
  readonly correlationId: string;
}

interface Waiting {
  readonly settle: (outcome: Outcome) => void;
  /** Milliseconds since the epoch. */
  heardAt: number;
}

/** A channel for questions and answers, which are worth nothing after a crash and so are kept nowhere. */
export class Asking {
  private readonly waiting = new Map<string, Waiting>();
  private readonly looking: NodeJS.Timeout;
  private asked = 0;

  private constructor(private readonly channel: Channel) {
    channel.on('return', (message) => this.settle(message, failed('server.unavailable')));
    this.looking = setInterval(() => this.giveUp(Date.now() - SILENCE_MS), LOOK_MS).unref();
    channel.on('close', () => {
      clearInterval(this.looking);
      this.giveUp(Infinity);
    });
  }

  static async open(line: Line): Promise<Asking> {
    const channel = await line.openChannel();
    const asking = new Asking(channel);
    await channel.consume(
      REPLY_TO,
      (message) => {
        if (message) asking.hear(message);
      },
      { noAck: true },
    );
    return asking;
  }

  /** How `request` ended: as the one who answered says, or that nobody is there, or that time is up. */
  async ask(queue: string, request: RequestMessage): Promise<Outcome> {
    const correlationId = String(++this.asked);
    const { content, properties } = encodeRequest(request);
    const options = { ...properties, correlationId, replyTo: REPLY_TO, mandatory: true };
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Outcome>((resolve) => {
        timer = setTimeout(() => resolve(failed('server.timeout')), request.deadline - Date.now());
        this.waiting.set(correlationId, { settle: resolve, heardAt: Date.now() });
        this.channel.publish('', queue, content, options);
      });
    } catch {
      // amqplib throws when the channel is closed.
      return failed('server.unavailable');
    } finally {
      clearTimeout(timer);
      this.waiting.delete(correlationId);
    }
  }

  /** Does not mind when the one who asked is gone. */
  reply(to: ReturnAddress, outcome: Outcome): void {
    this.send(to, encodeOutcome(outcome));
  }

  /** @returns what ends it, before the answer */
  sayStillAtIt(to: ReturnAddress): () => void {
    const nothing = { content: Buffer.alloc(0), properties: { type: STILL_AT_IT } };
    const saying = setInterval(() => this.send(to, nothing), SIGN_MS).unref();
    return () => clearInterval(saying);
  }

  private send({ replyTo, correlationId }: ReturnAddress, { content, properties }: Encoded): void {
    try {
      this.channel.publish('', replyTo, content, { ...properties, correlationId });
    } catch {
      // The channel is closed. The one who asked hears that nobody is there, or that time is up.
    }
  }

  private hear(message: Message): void {
    if (message.properties.type !== STILL_AT_IT) {
      this.settle(message, decodeOutcome(message));
      return;
    }
    const question = this.waiting.get(String(message.properties.correlationId));
    if (question) question.heardAt = Date.now();
  }

  private settle({ properties }: Message, outcome: Outcome): void {
    this.waiting.get(String(properties.correlationId))?.settle(outcome);
  }

  private giveUp(unheardSince: number): void {
    for (const { settle, heardAt } of this.waiting.values()) {
      if (heardAt < unheardSince) settle(failed('server.unavailable'));
    }
  }
}

function failed(code: 'server.unavailable' | 'server.timeout'): Outcome {
  return { error: new AppError(code).toWire() };
}
