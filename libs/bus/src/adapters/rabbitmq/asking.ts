import { AppError } from '@waybill/contracts';
import type { Channel, Message } from 'amqplib';
import type { RequestMessage } from '../../service-server.js';
import type { Line } from './line.js';
import { type Outcome, decodeOutcome, encodeOutcome, encodeRequest } from './wire.js';

/** RabbitMQ's direct reply-to: answers come back to the channel that asked, through no queue. */
const REPLY_TO = 'amq.rabbitmq.reply-to';

/** Where an answer goes. */
export interface ReturnAddress {
  readonly replyTo: string;
  readonly correlationId: string;
}

/** A channel for questions and answers, which are worth nothing after a crash and so are kept nowhere. */
export class Asking {
  private readonly waiting = new Map<string, (outcome: Outcome) => void>();
  private asked = 0;

  private constructor(private readonly channel: Channel) {
    channel.on('return', (message) => this.settle(message, failed('server.unavailable')));
    channel.on('close', () => {
      for (const settle of this.waiting.values()) settle(failed('server.unavailable'));
    });
  }

  static async open(line: Line): Promise<Asking> {
    const channel = await line.openChannel();
    const asking = new Asking(channel);
    await channel.consume(
      REPLY_TO,
      (message) => {
        if (message) asking.settle(message, decodeOutcome(message));
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
        this.waiting.set(correlationId, resolve);
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
  reply({ replyTo, correlationId }: ReturnAddress, outcome: Outcome): void {
    const { content, properties } = encodeOutcome(outcome);
    try {
      this.channel.publish('', replyTo, content, { ...properties, correlationId });
    } catch {
      // The channel is closed. The one who asked hears that nobody is there, or that time is up.
    }
  }

  private settle({ properties }: Message, outcome: Outcome): void {
    this.waiting.get(String(properties.correlationId))?.(outcome);
  }
}

function failed(code: 'server.unavailable' | 'server.timeout'): Outcome {
  return { error: new AppError(code).toWire() };
}
